import { emptySlots, type Slots } from '../../../core/decisions/compile.ts'
import { compilePolicy, type CompiledPolicy } from '../../../core/decisions/policy.ts'
import type { Rule } from '../../../core/decisions/rule.ts'
import { audit } from '../../../platform/audit.ts'
import type { Context, RequestContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readToday } from '../../settings/read.ts'
import { CATALOGUE } from '../../rules/catalogue.ts'
import { buildBody, listMetrics, toRule } from '../../rules/define.ts'
import { readSubmission } from '../../rules/reading.ts'
import { keepMetrics } from '../../rules/snapshots/keep.ts'
import { listSnapshotValues, type SnapshotValues } from '../../rules/snapshots/store.ts'
import { listRulesById, listRuleVersions } from '../../rules/store.ts'
import { listVerdictsBySubmission } from '../../rules/verdicts/store.ts'
import { listLastOutcomes } from '../evaluations/store.ts'
import { findPublished, POLICIES, type PolicyRow } from '../store.ts'
import { comparePast, type PastSubmission } from './compare.ts'
import type { BacktestBody, RuleChange } from './schemas.ts'

const SAMPLE_DEFAULT = 1000
/** Submissions whose metrics are computed in one call; the next call finds them kept. */
const COMPUTED_MAX = 100
const FLIPS_MAX = 1000
const TIMEOUT_MS = 30_000

/** The tested policy, the one it would replace, and the metrics both read. */
interface Trial {
  policy: PolicyRow
  candidate: CompiledPolicy
  /** Null when nothing is changed; the comparison is then with stored evaluations. */
  baseline: CompiledPolicy | null
  slots: Slots
}

/**
 * Evaluates the newest version of a policy, with changes to its rules, on processed submissions.
 * Their metrics come from snapshots; missing ones are computed and stored, for a limited number of
 * submissions in each call. Throws `policy_not_found`, `rule_not_found`, and the errors of a
 * condition.
 */
export async function backtest(
  ctx: RequestContext,
  policyId: string,
  input: BacktestBody,
): Promise<object> {
  const startedAt = performance.now()
  const { trial, rows, historyFor } = await ctx.transaction(
    async (own) => {
      const prepared = await prepare(own, policyId, input.rules ?? [])
      const day = await readToday(own)
      const found = await listRows(own, input, prepared)
      const historyFor = await loadHistory(own, prepared, found)
      return { trial: { ...prepared, day }, rows: found, historyFor }
    },
    { access: 'read', timeoutMs: TIMEOUT_MS, onReplica: true },
  )
  const known = await complete(ctx, rows, trial.slots)
  const past = known.map((row) => ({ ...row, ...historyFor(row.submissionId) }))
  const { flips, ...compared } = comparePast(past, trial)
  const { policy, baseline } = trial
  const data = {
    policyId,
    policyVersion: policy.version,
    comparedWith: baseline === null ? 'evaluations' : 'published',
    evaluated: past.length,
    skipped: rows.length - known.length,
    ...compared,
    flipsCount: flips.length,
    flips: flips.slice(0, FLIPS_MAX),
    durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
  }
  const summary = `${policy.name} back-tested on ${past.length} submissions`
  return ctx.commit(async (own) => {
    const entry = { action: 'processed', resourceType: 'policy', resourceId: policyId } as const
    await audit(own, { ...entry, summary })
    return { data }
  })
}

async function prepare(
  ctx: Context,
  policyId: string,
  changes: readonly RuleChange[],
): Promise<Trial> {
  const policy = await POLICIES.get(ctx, policyId)
  const published = await findPublished(ctx, policyId)
  const hasDraft = published !== null && published.publishedVersion !== policy.version
  const plans = { candidate: policy.body, baseline: (published ?? policy).body }
  const ids = [...new Set([...plans.candidate.ruleIds, ...plans.baseline.ruleIds])]
  const rows = await listRulesById(ctx, ids)
  const rules = new Map(rows.map((row) => [row.id, toRule(row)]))
  const changed = new Map(rules)
  for (const [index, change] of changes.entries()) {
    const at = `rules[${index}].`
    const row = rows.find(({ id }) => id === change.ruleId.toLowerCase())
    if (!row) throw noSuchRule(`${at}rule_id`, change.ruleId)
    const body = buildBody(row.body, change)
    listMetrics(body, at)
    const { isActive = row.isActive, mode = row.mode } = change
    changed.set(row.id, toRule({ ...row, body, isActive, mode }))
  }
  const slots = emptySlots()
  const compile = (plan: PolicyRow['body'], own: ReadonlyMap<string, Rule>) =>
    compilePolicy(plan, own, { catalogue: CATALOGUE, slots })
  const inForce = await loadPublishedRules(ctx, published, rules)
  const isChanged = hasDraft || changes.length > 0 || inForce !== rules
  return {
    policy,
    candidate: compile(plans.candidate, changed),
    baseline: isChanged ? compile(plans.baseline, inForce) : null,
    slots,
  }
}

/** The rules of a policy as it was published with them; the present ones where they are alike. */
async function loadPublishedRules(
  ctx: Context,
  published: PolicyRow | null,
  present: ReadonlyMap<string, Rule>,
): Promise<ReadonlyMap<string, Rule>> {
  const versions = published?.publishedRules ?? null
  if (versions === null) return present
  const isSame = Object.entries(versions).every(([id, at]) => present.get(id)?.version === at)
  if (isSame) return present
  const rows = await listRuleVersions(ctx, versions)
  return new Map(rows.map((row) => [row.id, toRule(row)]))
}

function noSuchRule(param: string, id: string): ApiError {
  return new ApiError('rule_not_found', `The policy has no rule ${id}.`, { param })
}

async function listRows(
  ctx: Context,
  { since, until, sample = SAMPLE_DEFAULT }: BacktestBody,
  { slots, candidate, baseline }: Trial,
): Promise<SnapshotValues[]> {
  const keys = slots.refs.map(({ key }) => key)
  const withPrevious = [candidate, baseline].some((policy) => policy && looksBack(policy))
  const days = { since: since ?? null, until: until ?? null }
  return listSnapshotValues(ctx, { ...days, limit: sample, keys, withPrevious })
}

function looksBack({ groups }: CompiledPolicy): boolean {
  return groups.some(({ rules }) => rules.some(({ comparesTimes }) => comparesTimes))
}

type Known = SnapshotValues & { values: NonNullable<SnapshotValues['values']> }

/** The submissions whose metrics are known; some are computed now and stored. */
async function complete(
  ctx: RequestContext,
  rows: readonly SnapshotValues[],
  slots: Slots,
): Promise<Known[]> {
  const known: Known[] = []
  let computed = 0
  for (const row of rows) {
    if (row.values !== null) known.push({ ...row, values: row.values })
    else if (computed < COMPUTED_MAX) {
      computed += 1
      known.push(await ctx.transaction((own) => compute(own, row.submissionId, slots)))
    }
  }
  return known
}

async function compute(ctx: Context, submissionId: string, slots: Slots): Promise<Known> {
  const { ledger, analyticsVersion, ...reading } = await readSubmission(ctx, submissionId, {
    slots,
  })
  await keepMetrics(ctx, ledger, { dataVersion: analyticsVersion, slots })
  const { values, previous, isPartial } = reading
  return { submissionId, values: [...values], previous: [...previous], isPartial }
}

/** The verdicts of each submission, and its last evaluation where that is compared. */
async function loadHistory(
  ctx: Context,
  { policy, baseline }: Trial,
  rows: readonly SnapshotValues[],
): Promise<(submissionId: string) => Pick<PastSubmission, 'verdicts' | 'stored'>> {
  const ids = rows.map(({ submissionId }) => submissionId)
  const verdicts = await listVerdictsBySubmission(ctx, ids)
  const outcomes = baseline === null ? await listLastOutcomes(ctx, policy.id, ids) : []
  const stored = new Map(outcomes.map((each) => [each.submissionId, each]))
  return (id) => ({ verdicts: verdicts.get(id) ?? NO_VERDICTS, stored: stored.get(id) ?? null })
}

const NO_VERDICTS: PastSubmission['verdicts'] = new Map()
