import { compile, LEVEL, type Check, type Finding, type Level, type Slots } from '../compile.ts'
import type { Catalogue, Scalar } from '../condition.ts'
import { distanceOf, expectedOf, sentenceOf, type Expected } from '../explain.ts'
import { expressionOf, type Criterion } from './criteria.ts'

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
  /** Null when nothing was asked. */
  expected: Expected | null
  distance: number | null
  message: string | null
  /** The metric or fact that decided; null when nothing was asked. */
  metric: string | null
  dateRange: string | null
}

/** How a deal fits a policy. */
export interface PolicyMatch {
  policy: FunderPolicy
  status: MatchStatus
  /** 0 to 1 (formulas section 20). */
  fit: number
  criteria: CriterionFinding[]
  missingFields: string[]
  reasons: string[]
}

/** A policy whose criteria can be asked. */
export interface CompiledPolicy {
  policy: FunderPolicy
  checks: { criterion: Criterion; check: Check | null }[]
  /** What is wrong with a criterion that no longer fits what exists; null when none is. */
  problem: string | null
}

/** A policy over slots; what its criteria look at is added to them. */
export function compilePolicy(
  policy: FunderPolicy,
  catalogue: Catalogue,
  slots: Slots,
): CompiledPolicy {
  const checks: CompiledPolicy['checks'] = []
  for (const criterion of policy.criteria) {
    const found = expressionOf(criterion, catalogue)
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
  [LEVEL.met]: 'pass',
}

/**
 * How a deal's values fit a policy. A hard criterion that fails is a mismatch, one that cannot be
 * answered leaves the match open; soft ones and near misses make it a near match, more than two
 * near misses a mismatch (formulas section 20).
 */
export function matchPolicy(
  { policy, checks, problem }: CompiledPolicy,
  values: readonly (Scalar | null)[],
): PolicyMatch {
  const nothing = { policy, fit: 0, criteria: [], missingFields: [] }
  if (problem !== null) return { ...nothing, status: 'error', reasons: [problem] }
  const criteria = checks.map(({ criterion, check }) => ask(criterion, check, values))
  return {
    policy,
    status: statusOf(criteria),
    fit: fitOf(checks, criteria),
    criteria,
    missingFields: missingOf(criteria),
    reasons: criteria.flatMap(({ result, message }) =>
      result === 'pass' || message === null ? [] : [message],
    ),
  }
}

function ask(
  criterion: Criterion,
  check: Check | null,
  values: readonly (Scalar | null)[],
): CriterionFinding {
  const { name, isHard } = criterion
  const open = { name, isHard, actual: null, expected: null, distance: null }
  if (check === null)
    return { ...open, result: 'pass', message: null, metric: null, dateRange: null }
  const finding = check({ values, previous: [] })
  const result = resultOf(finding, criterion)
  const { ref } = finding.condition
  return {
    name,
    isHard,
    result,
    actual: finding.actual,
    expected: expectedOf(finding),
    distance: distanceOf(finding),
    message: result === 'pass' ? null : sentenceOf(finding),
    metric: ref.metric.name,
    dateRange: ref.dateRange,
  }
}

function resultOf({ level }: Finding, { onMissing }: Criterion): CriterionResult {
  if (level !== LEVEL.unknown || onMissing === 'missing_data') return RESULTS[level]
  return onMissing === 'pass' ? 'pass' : 'fail'
}

function statusOf(criteria: readonly CriterionFinding[]): MatchStatus {
  const has = (result: CriterionResult) =>
    criteria.some((each) => each.isHard && each.result === result)
  if (has('fail')) return 'mismatched'
  if (criteria.filter(({ result }) => result === 'near_miss').length > NEAR_MAX) return 'mismatched'
  if (has('missing_data')) return 'missing_data'
  return criteria.every(({ result }) => result === 'pass') ? 'matched' : 'near_match'
}

/** The share of the weights that passed, less for near misses; a policy without criteria fits. */
function fitOf(checks: CompiledPolicy['checks'], criteria: readonly CriterionFinding[]): number {
  let [passed, whole, near] = [0, 0, 0]
  for (const [index, { result }] of criteria.entries()) {
    const { weight } = checks[index]!.criterion
    whole += weight
    if (result === 'pass') passed += weight
    if (result === 'near_miss') near += 1
  }
  const share = whole === 0 ? 1 : passed / whole
  return Math.max(0, Number((share - NEAR_COST * near).toFixed(4)))
}

function missingOf(criteria: readonly CriterionFinding[]): string[] {
  const missing = criteria.flatMap(({ result, metric }) =>
    result === 'missing_data' && metric !== null ? [metric] : [],
  )
  return [...new Set(missing)]
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
