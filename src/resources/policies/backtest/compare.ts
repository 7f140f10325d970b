import type { PlainDate } from '../../../core/values/dates.ts'
import type { Reading } from '../../../core/decisions/compile.ts'
import {
  flipsBetween,
  summarize,
  type Comparable,
  type Flip,
} from '../../../core/decisions/flips.ts'
import { buildLine } from '../../../core/decisions/lines.ts'
import {
  evaluatePolicy,
  EVALUATION_RESULTS,
  type CompiledPolicy,
  type PolicyOutcome,
} from '../../../core/decisions/policy.ts'
import type { Verdict } from '../../../core/decisions/rule.ts'

type Result = PolicyOutcome['result']

/** A past submission with the metrics it is evaluated on. */
export interface PastSubmission extends Reading {
  submissionId: string
  verdicts: ReadonlyMap<string, Verdict>
  /** The stored result, where that is the comparison. */
  stored: { result: Result; results: readonly Comparable[] } | null
}

/** A submission whose result would be another, with the rules that make it so. */
export interface SubmissionFlip {
  submissionId: string
  from: Result
  to: Result
  because: Flip[]
}

export interface Comparison {
  results: Record<Result, number>
  passRate: number | null
  passRateBefore: number | null
  flips: SubmissionFlip[]
}

/**
 * Evaluates a policy on past submissions, and compares with the policy it may replace or with the
 * stored results.
 */
export function comparePast(
  past: readonly PastSubmission[],
  {
    candidate,
    baseline,
    day,
  }: { candidate: CompiledPolicy; baseline: CompiledPolicy | null; day: PlainDate },
): Comparison {
  const results = Object.fromEntries(EVALUATION_RESULTS.map((name) => [name, 0])) as Record<
    Result,
    number
  >
  const flips: SubmissionFlip[] = []
  let [compared, passedBefore] = [0, 0]
  for (const reading of past) {
    const given = { reading, day, verdicts: reading.verdicts }
    const after = evaluatePolicy(candidate, given)
    results[after.result] += 1
    const before = baseline === null ? reading.stored : evaluatePolicy(baseline, given)
    if (before === null) continue
    compared += 1
    if (before.result === 'passed') passedBefore += 1
    if (before.result === after.result) continue
    flips.push({
      submissionId: reading.submissionId,
      from: before.result,
      to: after.result,
      because: explainFlip(before, after, reading),
    })
  }
  const { passed } = results
  return {
    results,
    flips,
    passRate: computeRate(passed, past.length),
    passRateBefore: computeRate(passedBefore, compared),
  }
}

/** Only rules with another result or consequence get an explanation: texts are slow. */
function explainFlip(
  before: PolicyOutcome | NonNullable<PastSubmission['stored']>,
  after: PolicyOutcome,
  reading: Reading,
): Flip[] {
  const isPolicy = 'findings' in before
  const results = isPolicy
    ? indexResults(before)
    : new Map(before.results.map((line) => [line.ruleId, summarize(line)]))
  const later = indexResults(after)
  const isChanged = (id: string) => results.get(id) !== later.get(id)
  const linesIn = ({ findings }: PolicyOutcome): Comparable[] =>
    findings
      .filter(({ compiled }) => isChanged(compiled.rule.id))
      .map((found) => buildLine(found, reading))
  const earlier = isPolicy
    ? linesIn(before)
    : before.results.filter(({ ruleId }) => isChanged(ruleId))
  return flipsBetween(earlier, linesIn(after))
}

function indexResults({ findings }: PolicyOutcome): Map<string, string> {
  return new Map(findings.map((found) => [found.compiled.rule.id, summarize(found)]))
}

function computeRate(passed: number, all: number): number | null {
  return all === 0 ? null : Math.round((passed / all) * 10_000) / 10_000
}
