import { isSettled, type Verdict } from '../../../core/decisions/rule.ts'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { stateChangeRefusal } from '../../../platform/errors/state-change.ts'
import { readToday } from '../../settings/read.ts'
import { listRulesById, type RuleRow } from '../../rules/store.ts'
import { listVerdicts, upsertVerdict } from '../../rules/verdicts/store.ts'
import { getSubmissionForUpdate } from '../../records/submissions/store.ts'
import { evaluateSubjects, type Subject } from '../evaluations/evaluate-subjects.ts'
import { loadSubject, toSubject } from '../evaluations/subjects.ts'
import { listInForce } from '../store.ts'
import type { ProgressBody } from './schemas.ts'

type State = Verdict['state']

/** Where each state of a check may go (resources §11.3). */
const LEADS_TO: Record<State, readonly State[]> = {
  pending: ['in_progress'],
  in_progress: ['passed', 'failed', 'waived'],
  passed: ['in_progress'],
  failed: ['in_progress'],
  waived: ['in_progress'],
}

/** Progress of the manual checks of a submission. */
interface Progress {
  policyId: string | null
  total: number
  done: number
  waived: number
  percent: number
  items: object[]
  status: 'pending' | 'in_progress' | 'done'
}

/**
 * Changes the state of a named check, and returns the progress of its policy, or of all in force.
 * The last open check of a policy triggers its evaluation. Throws `submission_not_found`,
 * `policy_not_found`, `rule_not_found`, `invalid_state_transition`, `missing_field`.
 */
export async function moveCheck(
  ctx: Context,
  submissionId: string,
  { policyId, ruleId, state, note = null }: ProgressBody,
): Promise<Progress> {
  await getSubmissionForUpdate(ctx, submissionId)
  const subjects =
    policyId === undefined
      ? (await listInForce(ctx, await readToday(ctx))).map((policy) => toSubject(policy, true))
      : [await loadSubject(ctx, policyId)]
  const checks = await listChecks(ctx, subjects)
  if (ruleId !== undefined || state !== undefined) {
    const rule = checks.find(({ id }) => id === ruleId?.toLowerCase())
    await move(ctx, submissionId, { rule, state, note })
    await evaluateFinished(ctx, submissionId, { subjects, checks, ruleId: rule!.id })
  }
  const verdicts = await listVerdicts(ctx, submissionId)
  return { policyId: policyId ?? null, ...tally(checks, verdicts) }
}

/** The checks of policies that people make, each once. */
async function listChecks(ctx: Context, subjects: readonly Subject[]): Promise<RuleRow[]> {
  const order = [...new Set(subjects.flatMap(({ plan }) => plan.ruleIds))]
  const rows = await listRulesById(ctx, order)
  return rows
    .filter(({ isActive, body }) => isActive && body.kind === 'manual')
    .toSorted((left, right) => order.indexOf(left.id) - order.indexOf(right.id))
}

async function move(
  ctx: Context,
  submissionId: string,
  change: { rule: RuleRow | undefined; state: State | undefined; note: string | null },
): Promise<void> {
  const { rule, state, note } = change
  if (!rule) {
    const message = 'The policy has no manual check with this id.'
    throw new ApiError('rule_not_found', message, { param: 'rule_id' })
  }
  if (state === undefined) {
    throw new ApiError('missing_field', 'state is required with rule_id.', { param: 'state' })
  }
  if (state === 'waived' && note === null) {
    throw new ApiError('missing_field', 'A waived check needs a note.', { param: 'note' })
  }
  const from = (await listVerdicts(ctx, submissionId)).get(rule.id)?.state ?? 'pending'
  const allowed = LEADS_TO[from]
  if (!allowed.includes(state))
    throw stateChangeRefusal({ thing: 'A check', from, to: state, allowed, param: 'state' })
  await upsertVerdict(ctx, { submissionId, ruleId: rule.id }, { state, note })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'rule',
    resourceId: rule.id,
    submissionId,
    summary: `Check ${rule.name} is ${state.replaceAll('_', ' ')}`,
    changes: [{ field: 'state', from, to: state }],
  })
}

/** Policies whose last open check was this one. */
async function evaluateFinished(
  ctx: Context,
  submissionId: string,
  { subjects, checks, ruleId }: { subjects: Subject[]; checks: RuleRow[]; ruleId: string },
): Promise<void> {
  const verdicts = await listVerdicts(ctx, submissionId)
  const isOpen = ({ id }: RuleRow) => !isSettled(verdicts.get(id) ?? { state: 'pending' })
  const finished = subjects.filter(
    ({ plan }) =>
      plan.ruleIds.includes(ruleId) &&
      !checks.some((check) => plan.ruleIds.includes(check.id) && isOpen(check)),
  )
  if (finished.length === 0) return
  const request = { submissionId, subjects: finished, persists: true, withShadow: true }
  await evaluateSubjects(ctx, { ...request, trigger: 'api' })
}

function tally(
  checks: readonly RuleRow[],
  verdicts: ReadonlyMap<string, Verdict>,
): Omit<Progress, 'policyId'> {
  const items = checks.map(({ id, name }) => {
    const { state = 'pending' as State, by = null, note = null, at = null } = verdicts.get(id) ?? {}
    return { ruleId: id, name, state, actor: by, note, at }
  })
  const total = items.length
  const done = items.filter(isSettled).length
  const hasBegun = items.some(({ state }) => state !== 'pending')
  return {
    total,
    done,
    waived: items.filter(({ state }) => state === 'waived').length,
    percent: total === 0 ? 100 : Math.round((100 * done) / total),
    items,
    status: done === total ? 'done' : hasBegun ? 'in_progress' : 'pending',
  }
}
