import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { deleteVerdict, upsertVerdict } from '../../rules/verdicts/store.ts'
import { evaluateSubjects, type Evaluation } from './evaluate-subjects.ts'
import type { OverrideBody } from './schemas.ts'
import { getEvaluation } from './store.ts'
import { looseSubject, loadSubject } from './subjects.ts'

/**
 * Overrides a rule’s result for this submission until the override is removed: later evaluations
 * repeat it. The policy is evaluated again at once. Throws `policy_evaluation_not_found`,
 * `rule_not_found`, `policy_not_found`.
 */
export async function overrideResult(
  ctx: Context,
  { submissionId, evaluationId }: { submissionId: string; evaluationId: string },
  { ruleId, result, reason }: OverrideBody,
): Promise<Evaluation> {
  const { policyId, policyName, results } = await getEvaluation(ctx, submissionId, evaluationId)
  const line = results.find((each) => each.ruleId === ruleId.toLowerCase())
  if (!line) {
    const message = `The evaluation has no rule ${ruleId}.`
    throw new ApiError('rule_not_found', message, { param: 'rule_id' })
  }
  const target = { submissionId, ruleId }
  if (result === null) await deleteVerdict(ctx, target)
  else await upsertVerdict(ctx, target, { state: result, note: reason })
  await audit(ctx, {
    action: 'overridden',
    resourceType: 'policy',
    resourceId: policyId,
    submissionId,
    summary: `${policyName}: ${line.ruleName} ${result === null ? 'is no longer overridden' : `overridden to ${result}`}`,
    changes: [
      { field: 'result', from: line.result, to: result },
      { field: 'reason', from: line.overridden?.reason ?? null, to: reason },
    ],
  })
  const subject =
    policyId === null
      ? looseSubject(results.map((each) => each.ruleId))
      : await loadSubject(ctx, policyId)
  const request = { submissionId, subjects: [subject], persists: true, withShadow: true }
  return (await evaluateSubjects(ctx, { ...request, trigger: 'api' }))[0]!
}
