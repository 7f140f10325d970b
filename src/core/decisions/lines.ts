import type { Finding } from './compile.ts'
import { LEVEL, type Reading } from './compile.ts'
import type { MetricRef, Scalar } from './condition.ts'
import { roundDistance, buildExpected, formatMessage, type Expected } from './explain.ts'
import type { PolicyOutcome } from './policy.ts'
import type { Consequence, Rule, RuleFinding, RuleResult, Verdict } from './rule.ts'

/** The result of one condition of a tree. */
export interface ConditionLine {
  metric: string
  dateRange: string | null
  isMet: boolean | null
  actual: Scalar | null
  expected: Expected
  distance: number | null
}

/** The result of one rule, complete: what is shown and kept (resources 11.3). */
export interface RuleLine {
  ruleId: string
  ruleName: string
  ruleVersion: number
  mode: Rule['mode']
  result: RuleResult
  /** Whether the decision follows from it. */
  isCounted: boolean
  outcome: Rule['outcome']
  consequence: Consequence | null
  severity: Rule['severity']
  metric: string | null
  actual: Scalar | null
  expected: Expected | null
  dateRange: string | null
  distance: number | null
  message: string | null
  reasonCode: string | null
  /** Of a tree, every condition; the fields above are of the one that decided. */
  conditions: ConditionLine[]
  overridden: { by: string; reason: string | null; at: string } | null
}

/** The results of a policy, in its order. */
export function buildLines({ findings }: PolicyOutcome, reading: Reading): RuleLine[] {
  return findings.map((found) => buildLine(found, reading))
}

/** The result of one rule. */
export function buildLine(found: RuleFinding, reading: Reading): RuleLine {
  const { compiled, finding, result, isCounted, consequence, verdict } = found
  const { rule } = compiled
  const ref = findRef(found)
  return {
    ruleId: rule.id,
    ruleName: rule.name,
    ruleVersion: rule.version,
    mode: rule.mode,
    result,
    isCounted,
    outcome: rule.outcome,
    consequence,
    severity: rule.severity,
    metric: ref?.metric.name ?? null,
    actual: finding?.actual ?? null,
    expected: finding === null ? null : buildExpected(finding),
    dateRange: ref?.dateRange ?? null,
    distance: finding === null ? null : roundDistance(finding),
    message: formatMessage(found, reading.currency ?? null),
    reasonCode: rule.reasonCode,
    conditions: compiled.parts.map((check) => conditionLine(check(reading))),
    overridden: finding === null || verdict === null ? null : toOverride(verdict),
  }
}

/** The metric that decided, null for a check without one. */
export function findRef({ finding }: RuleFinding): MetricRef | null {
  return finding?.condition.ref ?? null
}

function toOverride({ by, note, at }: Verdict): RuleLine['overridden'] {
  return { by, reason: note, at }
}

function conditionLine(finding: Finding): ConditionLine {
  const { ref } = finding.condition
  return {
    metric: ref.metric.name,
    dateRange: ref.dateRange,
    isMet: finding.level === LEVEL.unknown ? null : finding.level >= LEVEL.tentative,
    actual: finding.actual,
    expected: buildExpected(finding),
    distance: roundDistance(finding),
  }
}
