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

/** Replaces what was found before with the same policies. */
export async function upsertMatches(
  ctx: Context,
  submissionId: string,
  matches: readonly MatchBody[],
): Promise<void> {
  const rows = matches.map((body) => ({
    policy_id: body.policyId,
    funder_id: body.funderId,
    body: json(body),
  }))
  await ctx.db.run(sql`
    insert into funder_matches (environment_id, submission_id, policy_id, funder_id, body)
    select ${ctx.environment.id}, ${submissionId}, policy_id, funder_id, body
    from unnest(${rows.map((row) => row.policy_id)}::uuid[], ${rows.map((row) => row.funder_id)}::uuid[],
      ${rows.map((row) => row.body)}::jsonb[]) as given (policy_id, funder_id, body)
    on conflict (environment_id, submission_id, policy_id) do update
    set body = excluded.body, funder_id = excluded.funder_id, evaluated_at = now()`)
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
