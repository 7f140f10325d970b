import { LEVEL, type Level, type Slots } from './compile.ts'
import type { Catalogue } from './condition.ts'
import {
  compileRule,
  evaluateRule,
  type Circumstances,
  type CompiledRule,
  type Consequence,
  type Rule,
  type RuleFinding,
} from './rule.ts'
import { findBandDecision, computeScore, type ScoreBand } from './score.ts'

export const COMBINES = ['all', 'any', 'at_least'] as const
export const DECISION_METHODS = ['first_fail', 'worst', 'score'] as const
export const EVALUATION_RESULTS = [
  'passed',
  'failed',
  'review_required',
  'missing_data',
  'error',
] as const
export const DECISIONS = ['approve', 'decline', 'review'] as const

/** Rules of a policy that are met together: all, any, or at least so many of them. */
export interface RuleGroup {
  name: string
  combine: (typeof COMBINES)[number]
  /** Of `at_least`. */
  count: number | null
  ruleIds: readonly string[]
}

/** What a policy does with its rules (resources 11.2). */
export interface PolicyPlan {
  ruleIds: readonly string[]
  groups: readonly RuleGroup[]
  decision: (typeof DECISION_METHODS)[number]
  /** Of `score`. */
  scoreBands: readonly ScoreBand[]
}

/** A policy that can be evaluated. */
export interface CompiledPolicy {
  plan: PolicyPlan
  groups: readonly { group: RuleGroup | null; rules: readonly CompiledRule[] }[]
}

/** The result of a policy. */
export interface PolicyOutcome {
  result: (typeof EVALUATION_RESULTS)[number]
  decision: (typeof DECISIONS)[number]
  /** 0 to 100; null unless the policy scores and something is known. */
  score: number | null
  /** In the order of the policy. */
  findings: readonly RuleFinding[]
}

/** How grave a consequence is. A remark changes no decision; from `missing` on one does. */
const GRAVITY: Record<Consequence, number> = {
  info: 1,
  flag: 2,
  missing: 3,
  review: 4,
  error: 5,
  decline: 6,
}

const OUTCOME_OF: Record<Consequence, Pick<PolicyOutcome, 'result' | 'decision'>> = {
  info: { result: 'passed', decision: 'approve' },
  flag: { result: 'passed', decision: 'approve' },
  missing: { result: 'missing_data', decision: 'review' },
  review: { result: 'review_required', decision: 'review' },
  error: { result: 'error', decision: 'review' },
  decline: { result: 'failed', decision: 'decline' },
}

/** A policy over its rules; a rule that is not given is left out. Rules of no group come first. */
export function compilePolicy(
  plan: PolicyPlan,
  rules: ReadonlyMap<string, Rule>,
  { catalogue, slots }: { catalogue: Catalogue; slots: Slots },
): CompiledPolicy {
  const grouped = new Set(plan.groups.flatMap(({ ruleIds }) => ruleIds))
  const compileAll = (ids: readonly string[]) =>
    ids.flatMap((id) => rules.get(id) ?? []).map((rule) => compileRule(rule, catalogue, slots))
  const loose = compileAll(plan.ruleIds.filter((id) => !grouped.has(id)))
  return {
    plan,
    groups: [
      { group: null, rules: loose },
      ...plan.groups.map((group) => ({ group, rules: compileAll(group.ruleIds) })),
    ],
  }
}

/** Evaluates every rule and decides. The same rules and values give the same outcome. */
export function evaluatePolicy(
  { plan, groups }: CompiledPolicy,
  given: Circumstances,
): PolicyOutcome {
  let findings: RuleFinding[] = []
  let gravest: Consequence | null = null
  for (const { group, rules } of groups) {
    const own = rules.map((rule) => evaluateRule(rule, given))
    const weighed = group === null || group.combine === 'all' ? own : weigh(group, own)
    const isOver = plan.decision === 'first_fail' && findings.some(decides)
    const reached = isOver ? own.map(unreached) : weighed
    const isWhole = reached !== own || plan.decision !== 'first_fail'
    const groupFindings = isWhole ? reached : untilDecided(own)
    findings = findings.length === 0 ? groupFindings : [...findings, ...groupFindings]
    gravest = pickWorst(gravest, groupFindings)
  }
  if (plan.decision === 'score') return { ...byScore(plan, findings, gravest), findings }
  return { ...toOutcome(gravest), score: null, findings }
}

/**
 * The level of a group is that of its n-th best rule, n being how many it requires. Below it the
 * rules are made up for by the others; above it they are met or may be.
 */
function weigh(group: RuleGroup, findings: readonly RuleFinding[]): RuleFinding[] {
  const levels = findings
    .filter(({ isCounted }) => isCounted)
    .map(({ level }) => level)
    .toSorted((left, right) => right - left)
  const wanted = Math.min(group.combine === 'any' ? 1 : (group.count ?? 1), levels.length)
  const level: Level = levels[wanted - 1] ?? LEVEL.met
  return findings.map((each) =>
    each.level === level || each.level === LEVEL.met ? each : { ...each, isCounted: false },
  )
}

/** Rules after the first that decides are not reached. A group that may fail decides as a whole. */
function untilDecided(findings: readonly RuleFinding[]): RuleFinding[] {
  const first = findings.findIndex(decides)
  if (first === -1) return [...findings]
  return findings.map((each, index) => (index <= first ? each : unreached(each)))
}

function unreached({ compiled }: RuleFinding): RuleFinding {
  const nothing = { consequence: null, finding: null, verdict: null, isCounted: false }
  const note = 'An earlier rule decided.'
  return { compiled, result: 'skipped', level: LEVEL.met, ...nothing, note }
}

/** Whether no rule after it is reached. What passes on incomplete data alone does not end it. */
function decides({ isCounted, consequence, level }: RuleFinding): boolean {
  const isFail = consequence !== null && GRAVITY[consequence] >= GRAVITY.missing
  return isCounted && isFail && level !== LEVEL.tentative
}

function pickWorst(
  gravest: Consequence | null,
  findings: readonly RuleFinding[],
): Consequence | null {
  let found = gravest
  for (const { consequence, isCounted } of findings) {
    if (!isCounted || consequence === null) continue
    if (found === null || GRAVITY[consequence] > GRAVITY[found]) found = consequence
  }
  return found
}

function toOutcome(gravest: Consequence | null): Pick<PolicyOutcome, 'result' | 'decision'> {
  return gravest === null ? { result: 'passed', decision: 'approve' } : OUTCOME_OF[gravest]
}

/**
 * The score decides, unless a critical rule declines, or what is missing or incomplete could change
 * the band.
 */
function byScore(
  { scoreBands }: PolicyPlan,
  findings: readonly RuleFinding[],
  gravest: Consequence | null,
): Pick<PolicyOutcome, 'result' | 'decision' | 'score'> {
  const counted = findings.filter(({ isCounted }) => isCounted)
  const { score, lowest, highest } = computeScore(counted)
  const isKnockedOut = counted.some(
    ({ compiled, consequence }) =>
      consequence === 'decline' && compiled.rule.severity === 'critical',
  )
  if (isKnockedOut) return { ...OUTCOME_OF.decline, score }
  if (gravest === 'error') return { ...OUTCOME_OF.error, score }
  const band = findBandDecision(scoreBands, score)
  const isCertain = [lowest, highest].every((end) => findBandDecision(scoreBands, end) === band)
  const isKnown = counted.every(({ level }) => level !== LEVEL.unknown)
  if (score === null || !isCertain)
    return { ...(isKnown ? OUTCOME_OF.review : OUTCOME_OF.missing), score }
  const consequence = band === 'approve' ? null : band
  return { ...toOutcome(consequence), score }
}
