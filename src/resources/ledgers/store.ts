import type { PolicyStanding } from '../../core/analytics/scorecard/policies.ts'
import type { Stream } from '../../core/values/position.ts'
import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'

export async function listStreamBodies(ctx: Context, submissionId: string): Promise<Stream[]> {
  const rows = await ctx.db.rows<{ body: Stream }>(sql`
    select body from streams
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId} order by id`)
  return rows.map(({ body }) => body)
}

/** Merchants that the submission's rows name, each with the groups that this tenant gives it. */
export async function listMerchantGroups(
  ctx: Context,
  submissionId: string,
): Promise<{ id: string; groups: string[] }[]> {
  return ctx.db.rows(sql`
    select m.id, coalesce(m.own_groups, g.group_slugs, m.group_slugs) as groups
    from merchants m left join registry_merchants g on g.id = m.id
    where m.environment_id = ${ctx.environment.id} and m.id in (
      select merchant_id from merchant_totals
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId})`)
}

/** The versions of a submission's data and of the settings; null when it is gone. */
export async function findState(
  ctx: Context,
  submissionId: string,
): Promise<{ dataVersion: number; settingsVersion: number; timezone: string } | null> {
  return ctx.db.row(sql`
    select s.data_version, coalesce(v.version, 0) as settings_version,
      coalesce(v.values ->> 'timezone', 'UTC') as timezone
    from submissions s
    left join lateral (
      select version, values from settings_versions
      where environment_id = ${ctx.environment.id} order by version desc limit 1) v on true
    where s.environment_id = ${ctx.environment.id} and s.id = ${submissionId}`)
}

/** Distinct classes of the included documents. */
export async function listDocumentClasses(
  ctx: Context,
  submissionId: string,
): Promise<{ documentClass: string; isOpen: boolean }[]> {
  return ctx.db.rows(sql`
    select document_class, bool_and(status = 'review_required') as is_open from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and document_class is not null and is_included and status not in ('split', 'failed')
    group by document_class
    order by document_class`)
}

/** The latest evaluation of each existing policy for a submission, by policy name. */
export async function listPolicyStandings(
  ctx: Context,
  submissionId: string,
): Promise<PolicyStanding[]> {
  return ctx.db.rows<PolicyStanding>(sql`
    select e.policy_id, e.policy_name, e.policy_version, e.result, e.decision, e.analytics_version,
      e.created_at as evaluated_at, c.*
    from (
      select distinct on (policy_id) * from policy_evaluations
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
        and policy_id is not null
      order by policy_id, created_at desc, id desc) e
    join policies p on p.environment_id = ${ctx.environment.id} and p.id = e.policy_id
      and p.deleted_at is null
    cross join lateral (
      select count(*) filter (where follows is null or follows in ('flag', 'info')) as passed,
        count(*) filter (where follows = 'decline') as failed,
        count(*) filter (where follows in ('review', 'error')) as review,
        count(*) filter (where follows = 'missing') as missing
      from jsonb_array_elements(e.results) as line (body),
        lateral (select line.body ->> 'consequence' as follows) as outcome
      where (line.body ->> 'isCounted')::boolean) c
    order by e.policy_name, e.policy_id`)
}
