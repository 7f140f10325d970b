import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

/** The checks that people make for a submission by the policies in force, and how many are done. */
export async function countChecks(
  ctx: Context,
  submissionId: string,
): Promise<{ total: number; done: number }> {
  const environmentId = ctx.environment.id
  const row = await ctx.db.row<{ total: number; done: number }>(sql`
    select count(*) as total,
      count(*) filter (where v.state in ('passed', 'failed', 'waived')) as done
    from rules r
    left join rule_verdicts v on v.environment_id = ${environmentId}
      and v.submission_id = ${submissionId} and v.rule_id = r.id
    where r.environment_id = ${environmentId} and r.deleted_at is null and r.is_active
      and r.body ->> 'kind' = 'manual' and exists (
        select from policies p
        join policy_versions pv on pv.environment_id = ${environmentId} and pv.policy_id = p.id
          and pv.version = p.published_version
        where p.environment_id = ${environmentId} and p.deleted_at is null and p.is_active
          and p.status = 'published' and pv.rule_ids @> array[r.id])`)
  return row!
}
