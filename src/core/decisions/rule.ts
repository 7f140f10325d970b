import type { PlainDate } from '../values/dates.ts'
import type { Problem } from '../values/problem.ts'
import { compile, LEVEL, type Check, type Finding, type Level, type Reading, type Slots } from './compile.ts' // prettier-ignore
import { conditionsOf, type Catalogue } from './condition.ts'
import { parseExpression } from './parse/expression.ts'

export const OUTCOMES = ['decline', 'review', 'flag', 'info'] as const
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export const ON_MISSING = ['missing_data', 'pass', 'fail', 'review'] as const
export const RULE_MODES = ['enforced', 'shadow'] as const
export const RULE_RESULTS = [
  'passed', 'failed', 'near_miss', 'missing_data', 'error', 'skipped',
] as const // prettier-ignore

/** What failing calls for. */
export type Outcome = (typeof OUTCOMES)[number]
export type RuleResult = (typeof RULE_RESULTS)[number]

/** One version of a rule as a tenant wrote it (resources 11.1). */
export interface Rule {
  id: string
  name: string
  version: number
  isActive: boolean
  mode: (typeof RULE_MODES)[number]
  /** Null for a check that a person makes. */
  expression: Record<string, unknown> | null
  /** For near misses, where a condition has no tolerance of its own. */
  tolerance: unknown
  onMissing: (typeof ON_MISSING)[number]
  outcome: Outcome
  severity: (typeof SEVERITIES)[number]
  weight: number
  message: string | null
  reasonCode: string | null
  effectiveFrom: PlainDate | null
  effectiveTo: PlainDate | null
}

/** A rule that can be asked. */
export interface CompiledRule {
  rule: Rule
  /** Null for a person's check, and for a rule that no longer fits what exists. */
  check: Check | null
  /** Each condition of a tree by itself, for explanations; none for a single condition. */
  parts: readonly Check[]
  problem: Problem | null
}

/** What a person said of a rule for one submission: a check made, or a result overridden. */
export interface Verdict {
  state: 'pending' | 'in_progress' | 'passed' | 'failed' | 'waived'
  note: string | null
  by: string
  at: string
}

/** What a rule does to a decision; `missing` and `error` are not the rule's to choose. */
export type Consequence = Outcome | 'missing' | 'error'

/** What a rule found. */
export interface RuleFinding {
  compiled: CompiledRule
  result: RuleResult
  level: Level
  /** Null when nothing follows. */
  consequence: Consequence | null
  finding: Finding | null
  /** The person's word that decided, if one did. */
  verdict: Verdict | null
  /** Why it was skipped, or could not be asked. */
  note: string | null
}

/** Who was asked about whom: what a rule is held against. */
export interface Circumstances {
  reading: Reading
  /** The day that effective dates are held against. */
  day: PlainDate
  /** By rule id. */
  verdicts: ReadonlyMap<string, Verdict>
}

/** A rule over slots. One whose metric is gone from the registry answers `error` from then on. */
export function compileRule(rule: Rule, catalogue: Catalogue, slots: Slots): CompiledRule {
  if (rule.expression === null) return { rule, check: null, parts: [], problem: null }
  const options = { path: '', tolerance: rule.tolerance }
  const { expression, problem } = parseExpression(rule.expression, catalogue, options)
  if (problem) return { rule, check: null, parts: [], problem }
  const check = compile(expression, slots)
  const conditions = expression.kind === 'condition' ? [] : conditionsOf(expression)
  return { rule, check, parts: conditions.map((each) => compile(each, slots)), problem: null }
}

/** What a rule says of these values. */
export function evaluateRule(compiled: CompiledRule, given: Circumstances): RuleFinding {
  const { rule, check, problem } = compiled
  const idle = idleness(rule, given.day)
  if (idle !== null) return skipped(compiled, idle)
  const verdict = given.verdicts.get(rule.id) ?? null
  const finding = check === null ? null : check(given.reading)
  if (verdict !== null && isSettled(verdict)) return judged(compiled, finding, verdict)
  if (problem) {
    return { ...skipped(compiled, problem.message), result: 'error', consequence: 'error' }
  }
  return settle(compiled, finding, { level: finding?.level ?? LEVEL.unknown, verdict })
}

/** Whether a person is done with a check. */
export function isSettled({ state }: Pick<Verdict, 'state'>): boolean {
  return state === 'passed' || state === 'failed' || state === 'waived'
}

function idleness(rule: Rule, day: PlainDate): string | null {
  if (!rule.isActive) return 'The rule is not active.'
  if (rule.effectiveFrom !== null && day < rule.effectiveFrom) {
    return `The rule is in effect from ${rule.effectiveFrom}.`
  }
  if (rule.effectiveTo !== null && day > rule.effectiveTo) {
    return `The rule was in effect until ${rule.effectiveTo}.`
  }
  return null
}

function skipped(compiled: CompiledRule, note: string): RuleFinding {
  const nothing = { finding: null, verdict: null, consequence: null }
  return { compiled, result: 'skipped', level: LEVEL.met, ...nothing, note }
}

/** A person's word stands above the finding, which is shown beside it. */
function judged(compiled: CompiledRule, finding: Finding | null, verdict: Verdict): RuleFinding {
  if (verdict.state === 'waived') return { ...skipped(compiled, 'Waived.'), finding, verdict }
  const level = verdict.state === 'passed' ? LEVEL.met : LEVEL.failed
  return settle(compiled, finding, { level, verdict })
}

/** What is not known becomes what the rule says of it. */
function settle(
  compiled: CompiledRule,
  finding: Finding | null,
  { level: found, verdict }: { level: Level; verdict: Verdict | null },
): RuleFinding {
  const { rule } = compiled
  const isMissing = found === LEVEL.unknown
  const level = isMissing ? levelOfMissing(rule) : found
  const consequence = level === LEVEL.met ? null : consequenceOf(rule, level)
  return { compiled, result: RESULTS[level], level, consequence, finding, verdict, note: null }
}

const RESULTS: Record<Level, RuleResult> = {
  [LEVEL.failed]: 'failed',
  [LEVEL.nearMiss]: 'near_miss',
  [LEVEL.unknown]: 'missing_data',
  [LEVEL.met]: 'passed',
}

function levelOfMissing({ onMissing }: Rule): Level {
  if (onMissing === 'pass') return LEVEL.met
  return onMissing === 'fail' ? LEVEL.failed : LEVEL.unknown
}

/** A near miss declines nobody: a person looks at it. */
function consequenceOf({ outcome, onMissing }: Rule, level: Level): Consequence {
  const isRemark = outcome === 'flag' || outcome === 'info'
  if (level === LEVEL.unknown) return onMissing === 'review' ? 'review' : isRemark ? outcome : 'missing' // prettier-ignore
  return level === LEVEL.nearMiss && !isRemark ? 'review' : outcome
}
