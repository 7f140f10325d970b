import type { RuleLine } from './lines.ts'

/** Why a rule's result changed. */
export type FlipCause =
  | 'rule_added'
  | 'rule_removed'
  | 'overridden'
  | 'rule_changed'
  | 'value_changed'

/** A rule whose result or consequence changed between two evaluations of a submission. */
export interface Flip {
  ruleId: string
  ruleName: string
  from: RuleLine['result'] | null
  to: RuleLine['result'] | null
  cause: FlipCause
  metric: string | null
  actualBefore: RuleLine['actual']
  actual: RuleLine['actual']
  expectedBefore: RuleLine['expected']
  expected: RuleLine['expected']
  /** By how much the rule is missed now, or was missed before when it no longer is. */
  distance: number | null
  /** A sentence: the result now, the result before, and what made the difference. */
  message: string
}

/** The parts of a result that are compared. */
export type Comparable = Pick<
  RuleLine,
  | 'ruleId'
  | 'ruleName'
  | 'result'
  | 'consequence'
  | 'metric'
  | 'actual'
  | 'expected'
  | 'distance'
  | 'message'
  | 'overridden'
>

/** Rules that differ, in the order of the later evaluation; those that left come last. */
export function flipsBetween(before: readonly Comparable[], after: readonly Comparable[]): Flip[] {
  const earlier = new Map(before.map((line) => [line.ruleId, line]))
  const later = new Set(after.map(({ ruleId }) => ruleId))
  const pairs = [
    ...after.map((line) => ({ from: earlier.get(line.ruleId) ?? null, to: line })),
    ...before.filter(({ ruleId }) => !later.has(ruleId)).map((from) => ({ from, to: null })),
  ]
  return pairs.filter(({ from, to }) => summarize(from) !== summarize(to)).map(buildFlip)
}

/** What of a rule's line a decision follows from. */
export function summarize(line: Pick<Comparable, 'result' | 'consequence'> | null): string {
  return line === null ? '' : `${line.result} ${line.consequence}`
}

function buildFlip({ from, to }: { from: Comparable | null; to: Comparable | null }): Flip {
  const named = (to ?? from)!
  return {
    ruleId: named.ruleId,
    ruleName: named.ruleName,
    from: from?.result ?? null,
    to: to?.result ?? null,
    cause: findCause(from, to),
    metric: named.metric,
    actualBefore: from?.actual ?? null,
    actual: to?.actual ?? null,
    expectedBefore: from?.expected ?? null,
    expected: to?.expected ?? null,
    distance: to?.distance ?? from?.distance ?? null,
    message: describeFlip(from, to),
  }
}

const WORDS: Record<RuleLine['result'], string> = {
  passed: 'passed',
  failed: 'failed',
  near_miss: 'nearly passed',
  missing_data: 'was missing data',
  error: 'could not be evaluated',
  skipped: 'was skipped',
}

/** "Revenue: failed, previously passed. Revenue is $9, needs at least $10 (previously: …)." */
function describeFlip(from: Comparable | null, to: Comparable | null): string {
  if (to === null)
    return `${from!.ruleName}: no longer evaluated, previously ${WORDS[from!.result]}.`
  const [is, was] = [to, from].map((line) => line && nameResult(line, from?.result === to.result))
  const now = `${to.ruleName}: ${is}, ${was === null ? 'new rule' : `previously ${was}`}.`
  if (to.message === null) return now
  const before = from?.message ?? null
  const isUnchanged = before === null || before === to.message
  return isUnchanged ? `${now} ${to.message}` : `${now} ${to.message} (previously: ${before})`
}

/** The consequence stands with a result that is the same on both sides. */
function nameResult({ result, consequence }: Comparable, isSame: boolean): string {
  const effect =
    consequence === null ? 'without consequence' : `with the consequence ${consequence}`
  return isSame ? `${WORDS[result]} ${effect}` : WORDS[result]
}

function findCause(from: Comparable | null, to: Comparable | null): FlipCause {
  if (from === null) return 'rule_added'
  if (to === null) return 'rule_removed'
  const [before, after] = [from, to].map(({ overridden }) => JSON.stringify(overridden))
  if (before !== after) return 'overridden'
  // Of the same value the data may be incomplete now.
  const isSameRule = JSON.stringify(from.expected) === JSON.stringify(to.expected)
  if (from.actual !== to.actual || (isSameRule && from.result === to.result)) return 'value_changed'
  return 'rule_changed'
}
