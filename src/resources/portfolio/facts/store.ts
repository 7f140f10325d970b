import type {
  Contribution,
  DataFacts,
  SubmissionFacts,
} from '../../../core/analytics/portfolio/contribution.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Context } from '../../../platform/context.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { CountedFacts, KeptCounts } from './counts/store.ts'

/** The stored contribution of a submission to the counters, and the data version it is of. */
export interface KeptFacts {
  submissionId: string
  createdOn: PlainDate
  dataVersion: number
  data: DataFacts | null
  contributions: Contribution[]
  /** Null for what the release before wrote. */
  counts: KeptCounts | null
}

/** The facts of a submission but for those of its data. */
export interface FactsRow extends Omit<SubmissionFacts, 'data'> {
  createdOn: PlainDate
  dataVersion: number
  riskScore: number | null
  counted: Omit<CountedFacts, 'dataVersion'>
}

/**
 * The stored facts of these submissions, locked until the transaction ends; missing rows are
 * inserted, waiting for concurrent inserts.
 */
export async function holdFacts(ctx: Context, ids: readonly string[]): Promise<KeptFacts[]> {
  if (ids.length === 0) return []
  return ctx.db.rows<KeptFacts>(sql`
    with held as (
      select submission_id, created_on, data_version, data, contributions, counts from portfolio_facts
      where environment_id = ${ctx.environment.id} and submission_id = any (${ids}::uuid[])
      order by submission_id for update
    ), begun as (
      insert into portfolio_facts as f (environment_id, submission_id, created_on)
      select environment_id, id, (created_at at time zone 'UTC')::date from submissions
      where environment_id = ${ctx.environment.id} and id = any (${ids}::uuid[])
        and id not in (select submission_id from held)
      order by id
      on conflict (environment_id, submission_id) do update set created_on = f.created_on
      returning submission_id, created_on, data_version, data, contributions, counts
    )
    select * from held union all select * from begun`)
}

/** Facts of submissions that follow from a few rows; deleted submissions are absent. */
export async function listFacts(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, FactsRow>> {
  const environmentId = ctx.environment.id
  const rows = await ctx.db.rows<FactsRow & { id: string }>(sql`
    select s.id, (s.created_at at time zone 'UTC')::date as created_on, s.data_version, s.status, s.deal_stage, s.source, s.decline_reasons,
      s.processed_at is not null as is_processed, s.latest ->> 'paperGrade' as paper_grade,
      (s.latest ->> 'riskScore')::float8 as risk_score,
      coalesce(s.company_info ->> 'industry', s.company_info ->> 'naicsCode') as industry,
      coalesce(s.company_info -> 'address' ->> 'state', s.company_info ->> 'stateOfIncorporation') as state,
      case when s.latest is not null then (s.data_quality ->> 'reviewRequired')::boolean end as needs_review,
      (select extract(epoch from r.finished_at - r.started_at)::float8 from processing_runs r
        where r.environment_id = ${environmentId} and r.submission_id = s.id and r.status = 'succeeded'
        order by r.number desc limit 1) as processing_seconds,
      b.currency, coalesce(b.metrics, '{}') as metrics, coalesce(b.anomalies, '{}') as anomalies,
      jsonb_build_object('count', d.count, 'pages', d.pages, 'checked', d.checked,
        'suspicious', d.suspicious) as documents,
      jsonb_build_object('documents', d.count, 'documentsFailed', d.failed, 'documentRows', d.rows,
        'loadedRows', d.loaded, 'accounts', a.count, 'positions', p.count) as counted,
      case when d.failed = 0 then '{}' else (
        select jsonb_object_agg(f.error_code, f.count) from (
          select coalesce(error_code, 'unknown') as error_code, count(*) as count from documents
          where environment_id = ${environmentId} and submission_id = s.id and status = 'failed'
          group by 1) f) end as failures
    from submissions s
    left join benchmark_values b on b.environment_id = s.environment_id and b.submission_id = s.id
      and s.latest is not null
    cross join lateral (
      select count(*) as count, coalesce(sum(page_count), 0) as pages,
        count(authenticity) as checked, count(*) filter (where status = 'failed') as failed,
        count(*) filter (where ${isPossiblyAltered(environmentId)}) as suspicious,
        coalesce(sum(transactions_count), 0) as rows,
        coalesce(sum(transactions_count) filter (where is_included), 0) as loaded
      from documents d
      where environment_id = ${environmentId} and submission_id = s.id and status <> 'split') d
    cross join lateral (
      select count(*) as count from accounts
      where environment_id = ${environmentId} and submission_id = s.id and merged_into is null) a
    cross join lateral (
      select count(*) as count from positions
      where environment_id = ${environmentId} and submission_id = s.id) p
    where s.environment_id = ${environmentId} and s.id = any (${ids}::uuid[])`)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** Facts counted from all rows of a submission; read only when its data has changed. */
export async function listDataFacts(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, DataFacts>> {
  if (ids.length === 0) return new Map()
  const environmentId = ctx.environment.id
  const rows = await ctx.db.rows<DataFacts & { id: string }>(sql`
    select wanted.id,
      (select coalesce(jsonb_object_agg(t.currency, jsonb_build_array(t.count, t.cents)), '{}') from (
        select currency, count(*) as count, sum(abs(amount)) as cents from transactions
        where environment_id = ${environmentId} and submission_id = wanted.id group by currency) t) as volume,
      (select jsonb_build_array(count(*), count(*) filter (where s.reconciliation_status <> 'unreconciled'))
        from statements s
        join documents d on d.environment_id = s.environment_id and d.id = s.document_id and d.is_included
        where s.environment_id = ${environmentId} and s.submission_id = wanted.id and s.is_included
          and s.duplicate_of is null and s.opening_balance is not null and s.closing_balance is not null
          and s.reconciliation_status <> 'unverifiable') as statements,
      (select coalesce(jsonb_object_agg(p.key, p.count), '{}') from (
        select concat(coalesce(e.decision ->> 'funderId', found.body ->> 'funderId'), '|',
          coalesce(e.decision ->> 'funderName', found.body ->> 'funderName')) as key, count(*) as count
        from (select id, body from positions
          where environment_id = ${environmentId} and submission_id = wanted.id) found
        full join (select id, decision from position_decisions
          where environment_id = ${environmentId} and submission_id = wanted.id) e on e.id = found.id
        where (e.decision ->> 'confirmation') is distinct from 'rejected'
          and (found.id is not null or e.decision ->> 'manual' is not null)
        group by 1) p) as positions
    from unnest(${ids}::uuid[]) as wanted (id)`)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** Deletes the facts of deleted submissions. */
export async function deleteFacts(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.db.run(sql`
    delete from portfolio_facts
    where environment_id = ${ctx.environment.id} and submission_id = any (${ids}::uuid[])`)
}

/** The stored facts of submissions with a later id; empty facts for those never counted. */
export async function listKeptFacts(
  ctx: Context,
  { after, limit }: { after: string | null; limit: number },
): Promise<KeptFacts[]> {
  return ctx.db.rows<KeptFacts>(sql`
    select coalesce(f.submission_id, s.id) as submission_id,
      coalesce(f.created_on, (s.created_at at time zone 'UTC')::date) as created_on,
      coalesce(f.data_version, 0) as data_version, f.data, coalesce(f.contributions, '[]') as contributions, f.counts
    from (select submission_id, created_on, data_version, data, contributions, counts from portfolio_facts
      where environment_id = ${ctx.environment.id}) f
    full join (select id, created_at from submissions
      where environment_id = ${ctx.environment.id}) s on s.id = f.submission_id
    where ${after}::uuid is null or coalesce(f.submission_id, s.id) > ${after}::uuid
    order by 1 limit ${limit}`)
}

/**
 * Whether a document `d` counts as possibly altered, in the queue and in the portfolio alike: a
 * grave sign that nobody has dismissed, or signs that add up, and nobody has accepted it. Never
 * null, so that its contrary holds for all others.
 */
export function isPossiblyAltered(environmentId: string): Sql {
  return sql`d.is_included and d.status in ('parsed', 'processed', 'review_required')
    and d.review ->> 'status' is distinct from 'approved'
    and (coalesce(d.authenticity ->> 'level', '') in ('suspicious', 'high_risk') or exists (
      select from document_signals g
      where g.environment_id = ${environmentId} and g.document_id = d.id
        and g.severity in ('high', 'critical') and not g.is_dismissed))`
}
