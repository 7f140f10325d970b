import type { Verdict } from '../../../core/decisions/rule.ts'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

interface VerdictRow extends Verdict {
  submissionId: string
  ruleId: string
}

/** Verdicts of people on rules for a submission, by rule. */
export async function listVerdicts(
  ctx: Context,
  submissionId: string,
): Promise<Map<string, Verdict>> {
  return (await listVerdictsBySubmission(ctx, [submissionId])).get(submissionId) ?? new Map()
}

/** The same for many submissions; those without verdicts are absent. */
export async function listVerdictsBySubmission(
  ctx: Context,
  submissionIds: readonly string[],
): Promise<Map<string, Map<string, Verdict>>> {
  const rows = await ctx.db.rows<VerdictRow>(sql`
    select submission_id, rule_id, state, note, given_by as by, given_at as at from rule_verdicts
    where environment_id = ${ctx.environment.id} and submission_id = any(${submissionIds}::uuid[])`)
  const found = new Map<string, Map<string, Verdict>>()
  for (const { submissionId, ruleId, ...verdict } of rows) {
    const own = found.get(submissionId) ?? new Map<string, Verdict>()
    found.set(submissionId, own.set(ruleId, verdict))
  }
  return found
}

/** A later verdict replaces an earlier one. */
export async function upsertVerdict(
  ctx: Context,
  { submissionId, ruleId }: { submissionId: string; ruleId: string },
  { state, note }: Pick<Verdict, 'state' | 'note'>,
): Promise<void> {
  await ctx.db.run(sql`
    insert into rule_verdicts (environment_id, submission_id, rule_id, state, note, given_by)
    values (${ctx.environment.id}, ${submissionId}, ${ruleId}, ${state}, ${note}, ${ctx.actor.name})
    on conflict (environment_id, submission_id, rule_id) do update
    set state = excluded.state, note = excluded.note, given_by = excluded.given_by, given_at = excluded.given_at`)
}

/** Restores the rule’s own result. */
export async function deleteVerdict(
  ctx: Context,
  { submissionId, ruleId }: { submissionId: string; ruleId: string },
): Promise<void> {
  await ctx.db.run(sql`
    delete from rule_verdicts
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and rule_id = ${ruleId}`)
}
