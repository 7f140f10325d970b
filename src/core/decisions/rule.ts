import type { PlainDate } from '../values/dates.ts'
import type { Problem } from '../values/problem.ts'
import {
  compile,
  LEVEL,
  type Check,
  type Finding,
  type Level,
  type Reading,
  type Slots,
} from './compile.ts'
import { listConditions, type Catalogue } from './condition.ts'
import { parseExpression } from './parse/expression.ts'

export const OUTCOMES = ['decline', 'review', 'flag', 'info'] as const
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export const ON_MISSING = ['missing_data', 'pass', 'fail', 'review'] as const
export const RULE_MODES = ['enforced', 'shadow'] as const
export const RULE_RESULTS = [
  'passed',
  'failed',
  'near_miss',
  'missing_data',
  'error',
  'skipped',
] as const

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

/** A rule that can be evaluated. */
export interface CompiledRule {
  rule: Rule
  /** Null for a person's check, and for a rule that no longer fits what exists. */
  check: Check | null
  /** Each condition of a tree by itself, for explanations; none for a single condition. */
  parts: readonly Check[]
  /** It compares with what a metric was before. */
  comparesTimes: boolean
  problem: Problem | null
}

/** A manual check or an override of a rule by a person, for one submission. */
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
  /** Whether a decision follows from it: enforced, evaluated, and not made up for by its group. */
  isCounted: boolean
  finding: Finding | null
  /** The manual verdict that decided, if one did. */
  verdict: Verdict | null
  /** Why it was skipped, or could not be evaluated. */
  note: string | null
}

/** The data that a rule is evaluated on. */
export interface Circumstances {
  reading: Reading
  /** The day that effective dates are held against. */
  day: PlainDate
  /** By rule id. */
  verdicts: ReadonlyMap<string, Verdict>
}

const UNCOMPILED = { check: null, parts: [], comparesTimes: false, problem: null }

/** A rule over slots. One whose metric is gone from the registry results in `error`. */
export function compileRule(rule: Rule, catalogue: Catalogue, slots: Slots): CompiledRule {
  if (rule.expression === null) return { ...UNCOMPILED, rule }
  const options = { path: '', tolerance: rule.tolerance }
  const { expression, problem } = parseExpression(rule.expression, catalogue, options)
  if (problem) return { ...UNCOMPILED, rule, problem }
  const check = compile(expression, slots)
  const conditions = listConditions(expression)
  const parts = conditions.length === 1 ? [] : conditions.map((each) => compile(each, slots))
  const comparesTimes = conditions.some(({ change }) => change !== null)
  return { rule, check, parts, comparesTimes, problem: null }
}

/** The result of a rule on these values. */
export function evaluateRule(compiled: CompiledRule, given: Circumstances): RuleFinding {
  const { rule, check, problem } = compiled
  const idle = idleness(rule, given.day)
  if (idle !== null) return skipped(compiled, idle)
  const finding = check === null ? null : check(given.reading)
  const verdict = given.verdicts.size === 0 ? undefined : given.verdicts.get(rule.id)
  if (verdict !== undefined && isSettled(verdict)) return judged(compiled, finding, verdict)
  if (problem) return faulted(compiled, problem.message)
  const found = finding === null ? LEVEL.unknown : finding.level
  return settle(compiled, finding, resolveLevel(rule, found))
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
  const nothing = { finding: null, verdict: null, consequence: null, isCounted: false }
  return { compiled, result: 'skipped', level: LEVEL.met, ...nothing, note }
}

function faulted(compiled: CompiledRule, note: string): RuleFinding {
  const isCounted = compiled.rule.mode === 'enforced'
  const result = { result: 'error' as const, consequence: 'error' as const, isCounted }
  return { ...skipped(compiled, note), ...result, level: LEVEL.unknown }
}

/** A person's word stands above the finding, which is shown beside it. */
function judged(compiled: CompiledRule, finding: Finding | null, verdict: Verdict): RuleFinding {
  if (verdict.state === 'waived') return { ...skipped(compiled, 'Waived.'), finding, verdict }
  const level = verdict.state === 'passed' ? LEVEL.met : LEVEL.failed
  return { ...settle(compiled, finding, level), verdict }
}

function settle(compiled: CompiledRule, finding: Finding | null, level: Level): RuleFinding {
  const { rule } = compiled
  return {
    compiled,
    result: RESULTS[level],
    level,
    consequence: level === LEVEL.met ? null : resolveConsequence(rule, level),
    isCounted: rule.mode === 'enforced',
    finding,
    verdict: null,
    note: null,
  }
}

const RESULTS: Record<Level, RuleResult> = {
  [LEVEL.failed]: 'failed',
  [LEVEL.nearMiss]: 'near_miss',
  [LEVEL.unknown]: 'missing_data',
  [LEVEL.tentative]: 'passed',
  [LEVEL.met]: 'passed',
}

/** The level that the rule sets for unknown data; where that passes, incomplete data does too. */
function resolveLevel({ onMissing, outcome }: Rule, found: Level): Level {
  if (found === LEVEL.tentative) {
    return onMissing === 'pass' || isRemark(outcome) ? LEVEL.met : LEVEL.tentative
  }
  if (found !== LEVEL.unknown) return found
  if (onMissing === 'pass') return LEVEL.met
  return onMissing === 'fail' ? LEVEL.failed : LEVEL.unknown
}

function isRemark(outcome: Outcome): boolean {
  return outcome === 'flag' || outcome === 'info'
}

/** A near miss never declines; a person reviews it, and what passes on incomplete data. */
function resolveConsequence({ outcome, onMissing }: Rule, level: Level): Consequence {
  if (level === LEVEL.tentative) return 'review'
  if (level === LEVEL.unknown && onMissing === 'review') return 'review'
  if (level === LEVEL.unknown) return isRemark(outcome) ? outcome : 'missing'
  return level === LEVEL.nearMiss && !isRemark(outcome) ? 'review' : outcome
}
