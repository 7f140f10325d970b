import type { Scalar } from '../../../core/decisions/condition.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Context } from '../../../platform/context.ts'
import { join, json, raw, sql, type Sql } from '../../../platform/db/sql.ts'

/** Values by the key of their metric. */
export type MetricValues = Record<string, Scalar | null>

/** The keys of metrics that come of incomplete data. */
export type PartialMetrics = Record<string, boolean>

export interface MetricSnapshot {
  dataVersion: number
  metrics: MetricValues
  previous: MetricValues
}

/**
 * Stores the metrics for the present data. Those of earlier data become `previous`; metrics that
 * other callers stored for the same data stay.
 */
export async function upsertSnapshot(
  ctx: Context,
  submissionId: string,
  now: {
    dataVersion: number
    asOf: PlainDate | null
    metrics: MetricValues
    partial: PartialMetrics
  },
): Promise<void> {
  await ctx.db.run(sql`
    insert into metric_snapshots
      (environment_id, submission_id, data_version, as_of, metrics, partial)
    values (${ctx.environment.id}, ${submissionId}, ${now.dataVersion}, ${now.asOf},
      ${json(now.metrics)}, ${json(now.partial)})
    on conflict (environment_id, submission_id) do update
    set previous = case when metric_snapshots.data_version = excluded.data_version
        then metric_snapshots.previous else metric_snapshots.metrics end,
      metrics = case when metric_snapshots.data_version = excluded.data_version
        then metric_snapshots.metrics || excluded.metrics else excluded.metrics end,
      partial = case when metric_snapshots.data_version = excluded.data_version
        then metric_snapshots.partial || excluded.partial else excluded.partial end,
      data_version = excluded.data_version, as_of = excluded.as_of, computed_at = excluded.computed_at`)
}

export async function findSnapshot(
  ctx: Context,
  submissionId: string,
): Promise<MetricSnapshot | null> {
  return ctx.db.row<MetricSnapshot>(sql`
    select data_version, metrics, previous from metric_snapshots
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}`)
}

/** The metrics of one submission in the order of the keys. */
export interface SnapshotValues {
  submissionId: string
  /** Null where the submission's data is newer than what was kept, or a metric was never kept. */
  values: (Scalar | null)[] | null
  /** Empty unless requested. */
  previous: (Scalar | null)[]
  /** For each key, whether its value comes of incomplete data. */
  isPartial: boolean[]
}

export interface SnapshotQuery {
  /** Days on which the submissions were processed, both included. */
  since: PlainDate | null
  until: PlainDate | null
  limit: number
  keys: readonly string[]
  withPrevious: boolean
}

/** Submissions that were processed, the last first, with these metrics of their snapshots. */
export async function listSnapshotValues(
  ctx: Context,
  { since, until, limit, keys, withPrevious }: SnapshotQuery,
): Promise<SnapshotValues[]> {
  const rows = await ctx.db.rows<
    Omit<SnapshotValues, 'isPartial'> & { partial: PartialMetrics }
  >(sql`
    select s.id as submission_id,
      case when m.data_version = s.data_version and m.metrics ?& ${keys}::text[]
        then ${picked('m.metrics', keys)} end as values,
      coalesce(m.partial, '{}') as partial,
      ${withPrevious ? picked('m.previous', keys) : sql`'[]'::jsonb`} as previous
    from (
      select id, data_version, processed_at from submissions
      where environment_id = ${ctx.environment.id} and processed_at is not null
        and (${since}::date is null or processed_at >= ${since}::date)
        and (${until}::date is null or processed_at < ${until}::date + 1)
      order by processed_at desc, id desc limit ${limit}
    ) s
    left join metric_snapshots m
      on m.environment_id = ${ctx.environment.id} and m.submission_id = s.id
    order by s.processed_at desc, s.id desc`)
  return rows.map(({ partial, ...row }) => ({
    ...row,
    isPartial: keys.map((key) => partial[key] ?? false),
  }))
}

/** The values of some keys in their order; one look-up each, for a thousand rows at a time. */
function picked(column: 'm.metrics' | 'm.previous', keys: readonly string[]): Sql {
  if (keys.length === 0) return sql`'[]'::jsonb`
  const values = keys.map((key) => sql`${raw(column)} -> ${key}::text`)
  return sql`to_jsonb(array[${join(values)}])`
}
