import type { Context } from '../../../platform/context.ts'
import { json, sql } from '../../../platform/db/sql.ts'

/** A match as answers show it, by the names of the code. */
export interface MatchBody {
  funderId: string
  funderName: string
  policyId: string
  policyName: string
  policyVersion: number
  status: string
  fit: number
  rank: number
  [rest: string]: unknown
}

export interface MatchRow {
  submissionId: string
  funderId: string
  body: MatchBody
}

/** The last matches of submissions, the best first; of one funder when it is named. */
export async function listMatches(
  ctx: Context,
  { submissionIds, funderId = null }: { submissionIds: string[]; funderId?: string | null },
): Promise<MatchRow[]> {
  return ctx.db.rows<MatchRow>(sql`
    select submission_id, funder_id, body from funder_matches
    where environment_id = ${ctx.environment.id} and submission_id = any (${submissionIds}::uuid[])
      and (${funderId}::uuid is null or funder_id = ${funderId}::uuid)
    order by (body ->> 'rank')::integer, policy_id`)
}

/**
 * Keeps matches in place of what was found before with any of the policies that were asked: of a
 * funder with many policies only its best match is read again.
 */
export async function replaceMatches(
  ctx: Context,
  submissionId: string,
  { asked, matches }: { asked: readonly string[]; matches: readonly MatchBody[] },
): Promise<void> {
  const kept = matches.map(({ policyId }) => policyId)
  await ctx.db.run(sql`
    with gone as (
      delete from funder_matches
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
        and policy_id = any (${asked}::uuid[]) and policy_id <> all (${kept}::uuid[]))
    insert into funder_matches (environment_id, submission_id, policy_id, funder_id, body)
    select ${ctx.environment.id}, ${submissionId}, (body ->> 'policyId')::uuid, (body ->> 'funderId')::uuid, body
    from jsonb_array_elements(${json(matches)}::jsonb) as given (body)
    on conflict (environment_id, submission_id, policy_id) do update
    set body = excluded.body, funder_id = excluded.funder_id, evaluated_at = now()`)
}

/** Another text for each state of the funders and active policies of the environment. */
export async function findFieldVersion(ctx: Context): Promise<string> {
  const row = await ctx.db.row<{ version: string }>(sql`
    select concat_ws(' ',
      (select sum(hashtextextended(id::text || ' ' || version, 0)) from funder_policies
        where environment_id = ${ctx.environment.id} and is_active),
      (select sum(hashtextextended(id::text || ' ' || updated_at::text, 0)) from funders
        where environment_id = ${ctx.environment.id})) as version`)
  return row!.version
}
/** Whether rows of the submission come from its bank and not from files. */
export async function hasLinkedSource(ctx: Context, submissionId: string): Promise<boolean> {
  const row = await ctx.db.row<{ found: boolean }>(sql`
    select exists (
      select 1 from data_sources
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
        and type = 'integration_link' and status = 'active') as found`)
  return row!.found
}
