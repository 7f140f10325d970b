import { LEVEL, type Level, type Slots } from './compile.ts'
import type { Catalogue } from './condition.ts'
import {
  compileRule, evaluateRule, type Circumstances, type CompiledRule, type Consequence, type Rule,
  type RuleFinding,
} from './rule.ts' // prettier-ignore
import { bandOf, scoreOf, type ScoreBand } from './score.ts'

export const COMBINES = ['all', 'any', 'at_least'] as const
export const DECISION_METHODS = ['first_fail', 'worst', 'score'] as const
export const EVALUATION_RESULTS = [
  'passed', 'failed', 'review_required', 'missing_data', 'error',
] as const // prettier-ignore
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

/** A policy that can be asked. */
export interface CompiledPolicy {
  plan: PolicyPlan
  groups: readonly { group: RuleGroup | null; rules: readonly CompiledRule[] }[]
}

/** What a policy came to. */
export interface PolicyOutcome {
  result: (typeof EVALUATION_RESULTS)[number]
  decision: (typeof DECISIONS)[number]
  /** 0 to 100; null unless the policy scores and something is known. */
  score: number | null
  /** In the order of the policy. */
  findings: readonly RuleFinding[]
  /** Those that the result follows from: enforced, and not made up for by their group. */
  counted: ReadonlySet<RuleFinding>
}

/** Graver to the right. A remark changes no decision. */
const GRAVITY: readonly (Consequence | null)[] = [
  null, 'info', 'flag', 'missing', 'review', 'error', 'decline',
] // prettier-ignore

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

/** Asks every rule and decides. The same rules and values give the same outcome. */
export function evaluatePolicy(policy: CompiledPolicy, given: Circumstances): PolicyOutcome {
  const verdicts = policy.groups.map(({ group, rules }) =>
    weigh(
      group,
      rules.map((rule) => evaluateRule(rule, given)),
    ),
  )
  const { decision } = policy.plan
  if (decision === 'first_fail') return firstFail(verdicts)
  const findings = verdicts.flatMap((each) => each.findings)
  const counted = new Set(verdicts.flatMap((each) => each.counted))
  const gravest = worst([...counted].map(({ consequence }) => consequence))
  if (decision === 'worst') return { ...outcomeOf(gravest), score: null, findings, counted }
  return { ...byScore(policy.plan, [...counted], gravest), findings, counted }
}

/** The findings of a group, and those that count. */
interface Weighed {
  group: RuleGroup | null
  findings: readonly RuleFinding[]
  counted: readonly RuleFinding[]
}

/**
 * The level of a group is that of its n-th best rule, n being how many it asks for. Below it the
 * rules are made up for by the others; above it they are met or may be.
 */
function weigh(group: RuleGroup | null, findings: readonly RuleFinding[]): Weighed {
  const enforced = findings.filter(
    ({ compiled, result }) => compiled.rule.mode === 'enforced' && result !== 'skipped',
  )
  if (group === null || group.combine === 'all') return { group, findings, counted: enforced }
  const wanted = Math.min(group.combine === 'any' ? 1 : (group.count ?? 1), enforced.length)
  const levels = enforced.map(({ level }) => level).toSorted((left, right) => right - left)
  const level: Level = levels[wanted - 1] ?? LEVEL.met
  const isCounted = (each: RuleFinding) => each.level === level || each.level === LEVEL.met
  return { group, findings, counted: enforced.filter(isCounted) }
}

/** Rules after the first that decides are not reached. A group that may fail decides as a whole. */
function firstFail(verdicts: readonly Weighed[]): PolicyOutcome {
  const findings: RuleFinding[] = []
  const counted = new Set<RuleFinding>()
  let gravest: Consequence | null = null
  for (const { findings: own, counted: ownCounted, group } of verdicts) {
    const isWhole = group !== null && group.combine !== 'all'
    for (const each of own) {
      const isReached = isWhole ? !decides(gravest) || counted.has(own[0]!) : !decides(gravest)
      findings.push(isReached ? each : unreached(each))
      if (!isReached || !ownCounted.includes(each)) continue
      counted.add(each)
      gravest = worst([gravest, each.consequence])
    }
  }
  return { ...outcomeOf(gravest), score: null, findings, counted }
}

function unreached({ compiled }: RuleFinding): RuleFinding {
  const nothing = { consequence: null, finding: null, verdict: null }
  const note = 'An earlier rule decided.'
  return { compiled, result: 'skipped', level: LEVEL.met, ...nothing, note }
}

function decides(consequence: Consequence | null): boolean {
  return GRAVITY.indexOf(consequence) >= GRAVITY.indexOf('missing')
}

function worst(consequences: readonly (Consequence | null)[]): Consequence | null {
  return consequences.reduce(
    (gravest, each) => (GRAVITY.indexOf(each) > GRAVITY.indexOf(gravest) ? each : gravest),
    null,
  )
}

function outcomeOf(gravest: Consequence | null): Pick<PolicyOutcome, 'result' | 'decision'> {
  return gravest === null ? { result: 'passed', decision: 'approve' } : OUTCOME_OF[gravest]
}

/** The score decides, unless a critical rule declines or what is missing could change the band. */
function byScore(
  { scoreBands }: PolicyPlan,
  counted: readonly RuleFinding[],
  gravest: Consequence | null,
): Pick<PolicyOutcome, 'result' | 'decision' | 'score'> {
  const { score, lowest, highest } = scoreOf(counted)
  const isKnockedOut = counted.some(
    ({ compiled, consequence }) =>
      consequence === 'decline' && compiled.rule.severity === 'critical',
  )
  if (isKnockedOut) return { ...OUTCOME_OF.decline, score }
  if (gravest === 'error') return { ...OUTCOME_OF.error, score }
  const band = bandOf(scoreBands, score)
  const isCertain = [lowest, highest].every((end) => bandOf(scoreBands, end) === band)
  if (score === null || !isCertain) return { ...OUTCOME_OF.missing, score }
  const consequence = band === 'approve' ? null : band
  return { ...outcomeOf(consequence), score }
}
