import { compile, LEVEL, type Check, type Finding, type Level, type Slots } from '../compile.ts'
import type { Catalogue, Scalar } from '../condition.ts'
import { roundDistance, buildExpected, describeFinding, type Expected } from '../explain.ts'
import { parseCriterion, type Criterion } from './criteria.ts'

/** One policy of one funder, as a match reads it. */
export interface FunderPolicy {
  id: string
  name: string
  funderId: string
  funderName: string
  criteria: readonly Criterion[]
  /** Classes of documents to be sent along. */
  requiredDocuments: readonly string[]
}

export type CriterionResult = 'pass' | 'fail' | 'near_miss' | 'missing_data'
export type MatchStatus = 'matched' | 'near_match' | 'mismatched' | 'missing_data' | 'error'

/** What one criterion found. */
export interface CriterionFinding {
  name: string
  result: CriterionResult
  isHard: boolean
  actual: Scalar | null
  /** Null when the criterion requires nothing. */
  expected: Expected | null
  distance: number | null
  message: string | null
  /** The metric or fact that decided; null when the criterion requires nothing. */
  metric: string | null
  dateRange: string | null
}

/** How a deal fits a policy; `explainMatch` gives its sentences. */
export interface PolicyMatch {
  policy: FunderPolicy
  status: MatchStatus
  /** 0 to 1 (formulas section 20). */
  fit: number
  outcomes: readonly CriterionOutcome[]
  /** Why it could not be evaluated; null when it was. */
  problem: string | null
}

/** The result of one criterion without its sentence: of a thousand policies few are read. */
interface CriterionOutcome {
  criterion: Criterion
  result: CriterionResult
  /** Null when the criterion requires nothing. */
  finding: Finding | null
}

/** A match criterion by criterion, with what keeps it from being a better one. */
export interface MatchExplanation {
  criteria: CriterionFinding[]
  missingFields: string[]
  reasons: string[]
}

/** A policy whose criteria can be evaluated. */
export interface CompiledPolicy {
  policy: FunderPolicy
  checks: { criterion: Criterion; check: Check | null }[]
  /** What is wrong with a criterion that no longer fits what exists; null when none is. */
  problem: string | null
}

/** A policy over slots; the metrics of its criteria are added to them. */
export function compilePolicy(
  policy: FunderPolicy,
  catalogue: Catalogue,
  slots: Slots,
): CompiledPolicy {
  const checks: CompiledPolicy['checks'] = []
  for (const criterion of policy.criteria) {
    const found = parseCriterion(criterion, catalogue)
    if (found.problem) return { policy, checks: [], problem: found.problem.message }
    const { expression } = found
    checks.push({ criterion, check: expression && compile(expression, slots) })
  }
  return { policy, checks, problem: null }
}

/** Near misses up to which a policy is nearly matched, and what each takes off the fit. */
const NEAR_MAX = 2
const NEAR_COST = 0.05

const RESULTS: Record<Level, CriterionResult> = {
  [LEVEL.failed]: 'fail',
  [LEVEL.nearMiss]: 'near_miss',
  [LEVEL.unknown]: 'missing_data',
  [LEVEL.tentative]: 'pass',
  [LEVEL.met]: 'pass',
}

/**
 * How a deal's values fit a policy. A hard criterion that fails is a mismatch, one of
 * unknown data leaves the match open; soft ones and near misses make it a near match, more than two
 * near misses a mismatch (formulas section 20).
 */
export function matchPolicy(
  { policy, checks, problem }: CompiledPolicy,
  values: readonly (Scalar | null)[],
): PolicyMatch {
  if (problem !== null) return { policy, status: 'error', fit: 0, outcomes: [], problem }
  const reading = { values, previous: [] }
  const outcomes = checks.map(({ criterion, check }): CriterionOutcome => {
    if (check === null) return { criterion, result: 'pass', finding: null }
    const finding = check(reading)
    return { criterion, result: toResult(finding, criterion), finding }
  })
  return { policy, status: computeStatus(outcomes), fit: computeFit(outcomes), outcomes, problem }
}

/** The words of a match. */
export function explainMatch(
  { outcomes, problem, status }: PolicyMatch,
  currency: string | null,
): MatchExplanation {
  if (problem !== null) return { criteria: [], missingFields: [], reasons: [problem] }
  const criteria = outcomes.map((outcome) => describeOutcome(outcome, currency))
  const missing = criteria.flatMap(({ result, metric }) =>
    result === 'missing_data' && metric !== null ? [metric] : [],
  )
  return {
    criteria,
    missingFields: [...new Set(missing)],
    reasons: [
      ...summarizeRefusal(criteria, status),
      ...criteria
        .toSorted((a, b) => GRAVITY.indexOf(a.result) - GRAVITY.indexOf(b.result))
        .flatMap(({ message }) => (message === null ? [] : [message])),
    ],
  }
}

/** What refuses a deal comes before what is only near or not known. */
const GRAVITY: readonly CriterionResult[] = ['fail', 'near_miss', 'missing_data', 'pass']

/** Why a deal that fits most criteria is a mismatch all the same. */
function summarizeRefusal(criteria: readonly CriterionFinding[], status: MatchStatus): string[] {
  if (status !== 'mismatched') return []
  const passed = criteria.filter(({ result }) => result === 'pass').length
  const hard = criteria.filter(({ result, isHard }) => result === 'fail' && isHard)
  const names = hard.map(({ name }) => name).join(', ')
  const near = criteria.filter(({ result }) => result === 'near_miss').length
  const because =
    hard.length > 0
      ? `required and not met: ${names}`
      : `${near} near misses, more than the ${NEAR_MAX} of a near match`
  return [`${passed} of ${criteria.length} criteria are met; ${because}.`]
}

function describeOutcome(
  { criterion: { name, isHard }, result, finding }: CriterionOutcome,
  currency: string | null,
): CriterionFinding {
  const open = { name, isHard, result, actual: null, expected: null, distance: null }
  if (finding === null) return { ...open, message: null, metric: null, dateRange: null }
  const { ref } = finding.condition
  return {
    ...open,
    actual: finding.actual,
    expected: buildExpected(finding),
    distance: roundDistance(finding),
    message: result === 'pass' ? null : describeFinding(finding, currency),
    metric: ref.metric.name,
    dateRange: ref.dateRange,
  }
}

function toResult({ level }: Finding, { onMissing }: Criterion): CriterionResult {
  if (level !== LEVEL.unknown || onMissing === 'missing_data') return RESULTS[level]
  return onMissing === 'pass' ? 'pass' : 'fail'
}

function computeStatus(outcomes: readonly CriterionOutcome[]): MatchStatus {
  const has = (wanted: CriterionResult) =>
    outcomes.some(({ criterion, result }) => criterion.isHard && result === wanted)
  if (has('fail')) return 'mismatched'
  if (outcomes.filter(({ result }) => result === 'near_miss').length > NEAR_MAX) return 'mismatched'
  if (has('missing_data')) return 'missing_data'
  return outcomes.every(({ result }) => result === 'pass') ? 'matched' : 'near_match'
}

/** The share of the weights that passed, less for near misses; a policy without criteria fits. */
function computeFit(outcomes: readonly CriterionOutcome[]): number {
  let [passed, whole, near] = [0, 0, 0]
  for (const {
    criterion: { weight },
    result,
  } of outcomes) {
    whole += weight
    if (result === 'pass') passed += weight
    if (result === 'near_miss') near += 1
  }
  const share = whole === 0 ? 1 : passed / whole
  return Math.max(0, Number((share - NEAR_COST * near).toFixed(4)))
}

/** What decides between policies that fit alike. */
export interface Standing {
  match: PolicyMatch
  /** The funder's share of approvals among this tenant's submissions; null when it has none. */
  approvalRate: number | null
  /** Factor of the policy; null when it is not known. */
  factor: number | null
}

const ORDER: readonly MatchStatus[] = [
  'matched',
  'near_match',
  'missing_data',
  'mismatched',
  'error',
]

/**
 * The best first: by status, by fit, by the funder's approvals, by cost, and by name so that the
 * order is always the same.
 */
export function rank<Item extends Standing>(items: readonly Item[]): Item[] {
  return items.toSorted(
    (a, b) =>
      ORDER.indexOf(a.match.status) - ORDER.indexOf(b.match.status) ||
      b.match.fit - a.match.fit ||
      (b.approvalRate ?? 0) - (a.approvalRate ?? 0) ||
      (a.factor ?? Infinity) - (b.factor ?? Infinity) ||
      compare(a.match.policy.funderName, b.match.policy.funderName) ||
      compare(a.match.policy.id, b.match.policy.id),
  )
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}
