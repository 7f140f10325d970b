import { comparePast, type PastSubmission } from '../../src/resources/policies/backtest/compare.ts'
import { emptySlots, type Slots } from '../../src/core/decisions/compile.ts'
import type { Catalogue, Scalar } from '../../src/core/decisions/condition.ts'
import {
  compilePolicy,
  evaluatePolicy,
  type CompiledPolicy,
  type PolicyPlan,
} from '../../src/core/decisions/policy.ts'
import type { Rule } from '../../src/core/decisions/rule.ts'
import type { Figure, Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { openPeers, type Facts, type Peer, type PlainRule } from '../rule-peers.ts'

const METRICS = 10
const RULES = 20
const SUBMISSIONS = 1000
/** Long enough for a stable round, short enough for the slowest engine. */
const ROUND_MS = { short: 60, usual: 400, big: 400 }
const DAY = '2025-06-30'

const OPERATORS = [
  'greater_than',
  'less_than_or_equal',
  'less_than',
  'greater_than_or_equal',
] as const
const names = Array.from({ length: METRICS }, (_, index) => `metric_${index}`)
const rules: PlainRule[] = Array.from({ length: RULES }, (_, index) => ({
  name: `rule_${index}`,
  metric: names[index % METRICS]!,
  operator: OPERATORS[index % OPERATORS.length]!,
  value: 100 + index * 40,
}))
/** Different for each submission, so that no engine sees the same input twice. */
const deals: Facts[] = Array.from({ length: SUBMISSIONS }, (_, deal) =>
  Object.fromEntries(names.map((name, index) => [name, (deal * 7919 + index * 104_729) % 1000])),
)

export const rulesJob: Job = {
  name: 'rules',
  meaning:
    '20 rules over 10 metrics with what each found, expected and by how much it was missed; limit: the same verdicts of other engines, and of a function written for them',
  run: async (rounds, { scale }) => {
    const ours = openOurs()
    const roundMs = ROUND_MS[scale]
    const figures: Figure[] = []
    for (const peer of await openPeers(rules)) {
      figures.push(...(await compareWith(peer, { ours, rounds, roundMs })))
    }
    const target = { name: '1,000 submissions × 20 rules', unit: 'ms', goal: '≤ 50 ms' } as const
    figures.push(...(await compare([target], { rounds, ours: async () => [await pastOnce(ours)] })))
    return figures
  },
}

interface Ours {
  policy: CompiledPolicy
  slots: Slots
}

function openOurs(): Ours {
  const facts = (name: string) => ({
    name,
    label: name,
    unit: 'n',
    valueType: 'number' as const,
    parameters: [],
    dateRanges: [],
    allowedValues: null,
  })
  const catalogue: Catalogue = new Map(names.map((name) => [name, facts(name)]))
  const ruleIds = rules.map(({ name }) => name)
  const plan: PolicyPlan = { ruleIds, groups: [], decision: 'worst', scoreBands: [] }
  const slots = emptySlots()
  const known = new Map(rules.map((rule) => [rule.name, toRule(rule)]))
  return { policy: compilePolicy(plan, known, { catalogue, slots }), slots }
}

function toRule({ name, metric, operator, value }: PlainRule): Rule {
  return {
    id: name,
    name,
    version: 1,
    isActive: true,
    mode: 'enforced',
    expression: { metric, operator, value },
    tolerance: null,
    onMissing: 'missing_data',
    outcome: 'review',
    severity: 'medium',
    weight: 1,
    message: null,
    reasonCode: null,
    effectiveFrom: null,
    effectiveTo: null,
  }
}

async function compareWith(
  peer: Peer,
  { ours, rounds, roundMs }: { ours: Ours; rounds: number; roundMs: number },
): Promise<Figure[]> {
  const readings = deals.map((facts) => toPastSubmission(facts, ours.slots))
  const countOurPassed = (deal: number) => {
    const outcome = evaluatePolicy(ours.policy, {
      reading: readings[deal]!,
      day: DAY,
      verdicts: NOBODY,
    })
    return outcome.findings.filter(({ result }) => result === 'passed').length
  }
  const passed = deals.map((_, deal) => countOurPassed(deal))
  for (let deal = 0; deal < SUBMISSIONS; deal += 97) {
    const theirs = await peer.countPassed(deals[deal]!)
    if (theirs !== passed[deal]) throw new Error(`${peer.name}: ${theirs}, not ${passed[deal]}`)
  }
  return compare([{ name: `against ${peer.name}`, unit: 'per s', goal: peer.goal }], {
    rounds,
    ours: async () => [await measureRate(async (deal) => countOurPassed(deal), passed, roundMs)],
    limit: async () => [
      await measureRate((deal) => peer.countPassed(deals[deal]!), passed, roundMs),
    ],
  })
}

const NOBODY = new Map()

function toPastSubmission(facts: Facts, { refs }: Slots): PastSubmission {
  const values: Scalar[] = refs.map(({ key }) => facts[key]!)
  return { submissionId: 'x', values, previous: [], verdicts: NOBODY, stored: null }
}

/** Evaluations per second; each must give the expected number of passed rules. */
async function measureRate(
  countPassed: (deal: number) => Promise<number>,
  passed: readonly number[],
  roundMs: number,
): Promise<Measured> {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  let count = 0
  while (performance.now() - startedAt < roundMs) {
    for (let some = 0; some < 10; some += 1) {
      const deal = count % SUBMISSIONS
      const found = await countPassed(deal)
      if (found !== passed[deal]) throw new Error(`${found} rules passed, not ${passed[deal]}`)
      count += 1
    }
  }
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  return { value: count / seconds, cpuMicros: (user + system) / count }
}

/** A back-test from rows as the database sends them: read as JSON, evaluated, compared with another. */
async function pastOnce({ policy, slots }: Ours): Promise<Measured> {
  const rows = deals.map((facts) => JSON.stringify(slots.refs.map(({ key }) => facts[key])))
  const changed = new Map(
    rules.map((rule) => [rule.name, toRule({ ...rule, value: rule.value + 50 })]),
  )
  const catalogue = new Map(slots.refs.map(({ metric }) => [metric.name, metric]))
  const startedAt = performance.now()
  const candidate = compilePolicy(policy.plan, changed, { catalogue, slots })
  const past = rows.map((row) => ({
    submissionId: 'x',
    values: JSON.parse(row) as number[],
    previous: [],
    verdicts: NOBODY,
    stored: null,
  }))
  const { results, flips } = comparePast(past, { candidate, baseline: policy, day: DAY })
  const value = performance.now() - startedAt
  const evaluatedCount = Object.values(results).reduce((sum, count) => sum + count, 0)
  if (evaluatedCount !== SUBMISSIONS)
    throw new Error(`${evaluatedCount} submissions, ${flips.length} flips`)
  return { value }
}
