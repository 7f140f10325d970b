import { emit } from '../../../events.ts'
import { emptySlots } from '../../../core/decisions/compile.ts'
import { flipsBetween } from '../../../core/decisions/flips.ts'
import { buildLines } from '../../../core/decisions/lines.ts'
import {
  compilePolicy,
  evaluatePolicy,
  type CompiledPolicy,
  type PolicyPlan,
} from '../../../core/decisions/policy.ts'
import type { Verdict } from '../../../core/decisions/rule.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { readToday } from '../../settings/read.ts'
import { CATALOGUE } from '../../rules/catalogue.ts'
import { toRule } from '../../rules/define.ts'
import { withBacking } from '../../rules/evaluate.ts'
import { readSubmission, type SubmissionReading } from '../../rules/reading.ts'
import { listRulesById, listRuleVersions } from '../../rules/store.ts'
import { listVerdicts } from '../../rules/verdicts/store.ts'
import { eventData } from '../../pipeline/pipeline.ts'
import { findLastEvaluation, insertEvaluation, type EvaluationRow, type Trigger } from './store.ts'

/** What is evaluated: one version of a policy, or rules without a policy. */
export interface Subject {
  policyId: string | null
  policyName: string
  policyVersion: number | null
  plan: PolicyPlan
  /** The versions of its rules, by id; null = as they are now. */
  ruleVersions: Readonly<Record<string, number>> | null
}

export interface EvaluationRequest {
  submissionId: string
  subjects: readonly Subject[]
  trigger: Trigger
  asOf?: PlainDate | undefined
  /** False stores nothing and emits no event. */
  persists: boolean
  withShadow: boolean
}

/** An evaluation, stored or not. */
export type Evaluation = Omit<EvaluationRow, 'id'> & { id: string | null }

/**
 * Evaluates policies on a submission, all on the same values; each stored evaluation has its event
 * and audit entry. Throws `submission_not_found`.
 */
export async function evaluateSubjects(
  ctx: Context,
  request: EvaluationRequest,
): Promise<Evaluation[]> {
  const { submissionId, subjects, asOf } = request
  const slots = emptySlots()
  const policies = await compileAll(ctx, request, slots)
  const reading = await readSubmission(ctx, submissionId, { slots, asOf })
  const verdicts = await listVerdicts(ctx, submissionId)
  const context = { request, slots, reading, verdicts, day: asOf ?? (await readToday(ctx)) }
  const evaluations: Evaluation[] = []
  for (const [index, subject] of subjects.entries()) {
    evaluations.push(await evaluateOne(ctx, subject, { ...context, policy: policies[index]! }))
  }
  return evaluations
}

async function compileAll(
  ctx: Context,
  { subjects, withShadow }: EvaluationRequest,
  slots: ReturnType<typeof emptySlots>,
): Promise<CompiledPolicy[]> {
  const ids = [...new Set(subjects.flatMap(({ plan }) => plan.ruleIds))]
  const newest = await listRulesById(ctx, ids)
  const policies: CompiledPolicy[] = []
  for (const { plan, ruleVersions } of subjects) {
    const rows = ruleVersions === null ? newest : await listRuleVersions(ctx, ruleVersions)
    const shown = rows.filter(({ mode }) => withShadow || mode !== 'shadow')
    const rules = new Map(shown.map((row) => [row.id, toRule(row)]))
    policies.push(compilePolicy(plan, rules, { catalogue: CATALOGUE, slots }))
  }
  return policies
}

interface EvaluationContext {
  request: EvaluationRequest
  policy: CompiledPolicy
  slots: ReturnType<typeof emptySlots>
  reading: SubmissionReading
  verdicts: ReadonlyMap<string, Verdict>
  day: PlainDate
}

async function evaluateOne(
  ctx: Context,
  { policyId, policyName, policyVersion }: Subject,
  { request, policy, slots, reading, verdicts, day }: EvaluationContext,
): Promise<Evaluation> {
  const startedAt = performance.now()
  const { submissionId, trigger } = request
  const outcome = evaluatePolicy(policy, { reading, verdicts, day })
  const results = buildLines(outcome, reading).map((line, index) =>
    withBacking(outcome.findings[index]!, line, { reading, slots }),
  )
  const previous = await findLastEvaluation(ctx, submissionId, policyId)
  const evaluation: Evaluation = {
    id: null,
    submissionId,
    policyId,
    policyName,
    policyVersion,
    trigger,
    result: outcome.result,
    decision: outcome.decision,
    score: outcome.score,
    results,
    flips: previous === null ? [] : flipsBetween(previous.results, results),
    previous,
    analyticsVersion: reading.analyticsVersion,
    asOf: reading.ledger.asOf,
    durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
    evaluatedBy: ctx.actor.name,
    createdAt: new Date(ctx.house.now()).toISOString(),
  }
  return request.persists ? keep(ctx, evaluation) : evaluation
}

const NAMED_MAX = 3

/** The timeline's line: `House policy: review, 2 of 12 rules: Few returned items, A cushion`. */
function formatSummary({ policyName, decision, results }: Evaluation): string {
  const counted = results.filter(({ isCounted }) => isCounted)
  const isRemark = (consequence: string | null) => consequence === 'flag' || consequence === 'info'
  const open = counted.filter(({ consequence }) => consequence !== null && !isRemark(consequence))
  if (open.length === 0)
    return `${policyName}: ${decision}, none of ${counted.length} rules against it`
  const names = open.slice(0, NAMED_MAX).map(({ ruleName }) => ruleName)
  const more = open.length > NAMED_MAX ? ', …' : ''
  return `${policyName}: ${decision}, ${open.length} of ${counted.length} rules: ${names.join(', ')}${more}`
}

async function keep(ctx: Context, evaluation: Evaluation): Promise<Evaluation> {
  const kept = { ...evaluation, id: randomUUIDv7() }
  const { submissionId, policyId, policyName, result, decision, results } = kept
  const createdAt = await insertEvaluation(ctx, kept)
  const counted = results.filter(({ isCounted }) => isCounted)
  const countConsequences = (...wanted: string[]) =>
    counted.filter(({ consequence }) => wanted.includes(consequence ?? '')).length
  await emit(ctx, {
    type: 'policy.evaluated',
    submissionId,
    data: {
      ...(await eventData(ctx, submissionId)),
      evaluation_id: kept.id,
      policy_id: policyId,
      policy_name: policyName,
      result,
      decision,
      failed_rules_count: countConsequences('decline'),
      review_rules_count: countConsequences('review', 'missing', 'error'),
    },
  })
  await audit(ctx, {
    action: 'evaluated',
    resourceType: 'policy',
    resourceId: policyId,
    submissionId,
    summary: formatSummary(kept),
  })
  return { ...kept, createdAt }
}
