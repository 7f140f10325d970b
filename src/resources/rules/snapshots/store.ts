import type { Scalar } from '../../../core/decisions/condition.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Context } from '../../../platform/context.ts'
import { json, sql } from '../../../platform/db/sql.ts'

/** Values by the key of their metric. */
export type MetricValues = Record<string, Scalar | null>

export interface MetricSnapshot {
  dataVersion: number
  metrics: MetricValues
  previous: MetricValues
}

/**
 * Keeps the metrics of a submission's data as it is now. What was kept of other data becomes what
 * was before; metrics that other callers added for the same data stay.
 */
export async function upsertSnapshot(
  ctx: Context,
  submissionId: string,
  now: { dataVersion: number; asOf: PlainDate | null; metrics: MetricValues },
): Promise<void> {
  await ctx.db.run(sql`
    insert into metric_snapshots (environment_id, submission_id, data_version, as_of, metrics)
    values (${ctx.environment.id}, ${submissionId}, ${now.dataVersion}, ${now.asOf}, ${json(now.metrics)})
    on conflict (environment_id, submission_id) do update
    set previous = case when metric_snapshots.data_version = excluded.data_version
        then metric_snapshots.previous else metric_snapshots.metrics end,
      metrics = case when metric_snapshots.data_version = excluded.data_version
        then metric_snapshots.metrics || excluded.metrics else excluded.metrics end,
      data_version = excluded.data_version, as_of = excluded.as_of, computed_at = now()`)
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
  previous: (Scalar | null)[]
}

export interface SnapshotWish {
  /** Days on which the submissions were processed, both included. */
  since: PlainDate | null
  until: PlainDate | null
  limit: number
  keys: readonly string[]
}

/** Submissions that were processed, the last first, with these metrics of their snapshots. */
export async function listSnapshotValues(
  ctx: Context,
  { since, until, limit, keys }: SnapshotWish,
): Promise<SnapshotValues[]> {
  return ctx.db.rows<SnapshotValues>(sql`
    select s.id as submission_id,
      case when m.data_version = s.data_version and m.metrics ?& ${keys}::text[]
        then (select jsonb_agg(m.metrics -> key order by place)
          from unnest(${keys}::text[]) with ordinality as wanted (key, place)) end as values,
      coalesce((select jsonb_agg(m.previous -> key order by place)
        from unnest(${keys}::text[]) with ordinality as wanted (key, place)), '[]') as previous
    from submissions s
    left join metric_snapshots m on m.environment_id = s.environment_id and m.submission_id = s.id
    where s.environment_id = ${ctx.environment.id} and s.processed_at is not null
      and (${since}::date is null or s.processed_at >= ${since}::date)
      and (${until}::date is null or s.processed_at < ${until}::date + 1)
    order by s.processed_at desc, s.id desc limit ${limit}`)
}
