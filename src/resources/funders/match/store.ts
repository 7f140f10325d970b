import type { Context } from '../../../platform/context.ts'
import { json, sql } from '../../../platform/db/sql.ts'

/** A match as responses show it, in camel case. */
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
  const rows = await ctx.db.rows<MatchRow & { evaluatedAt: string }>(sql`
    select submission_id, funder_id, body, evaluated_at from funder_matches
    where environment_id = ${ctx.environment.id} and submission_id = any (${submissionIds}::uuid[])
      and (${funderId}::uuid is null or funder_id = ${funderId}::uuid)
    order by (body ->> 'rank')::integer, policy_id`)
  return rows.map(({ evaluatedAt, body, ...row }) => ({ ...row, body: { ...body, evaluatedAt } }))
}

/**
 * Renews the stored matches of this basis and deletes those of other policies that were matched: of
 * a funder only the best match is read. Returns how many were renewed.
 */
export async function touchMatches(
  ctx: Context,
  submissionId: string,
  own: {
    policyIds: readonly string[]
    kept: readonly string[]
    basis: string
    evaluatedAt: string
  },
): Promise<number> {
  const { policyIds, kept, basis, evaluatedAt } = own
  return ctx.db.run(sql`
    with gone as (
      delete from funder_matches
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
        and policy_id = any (${policyIds}::uuid[]) and policy_id <> all (${kept}::uuid[]))
    update funder_matches set evaluated_at = ${evaluatedAt}
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and policy_id = any (${kept}::uuid[]) and basis = ${basis}`)
}

/** Keeps matches in place of what was found before with the same policies. */
export async function upsertMatches(
  ctx: Context,
  submissionId: string,
  {
    matches,
    basis,
    evaluatedAt,
  }: { matches: readonly MatchBody[]; basis: string; evaluatedAt: string },
): Promise<void> {
  await ctx.db.run(sql`
    insert into funder_matches (environment_id, submission_id, policy_id, funder_id, body, basis, evaluated_at)
    select ${ctx.environment.id}, ${submissionId}, (body ->> 'policyId')::uuid, (body ->> 'funderId')::uuid, body,
      ${basis}, ${evaluatedAt}
    from jsonb_array_elements(${json(matches)}::jsonb) as given (body)
    on conflict (environment_id, submission_id, policy_id) do update
    set body = excluded.body, funder_id = excluded.funder_id, basis = excluded.basis,
      evaluated_at = excluded.evaluated_at`)
}

/** Changes with the funders and active policies of the environment. */
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
