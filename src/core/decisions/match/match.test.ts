import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emptySlots, type Slots } from '../compile.ts'
import type { Catalogue, Scalar } from '../condition.ts'
import { CRITERION_NAMES, parseCriterion, type Criterion } from './criteria.ts'
import { dealCatalogue, readFact, type DealFacts } from './facts.ts'
import {
  compilePolicy,
  explainMatch,
  matchPolicy,
  rank,
  type FunderPolicy,
  type Standing,
} from './match.ts'
import { METRICS } from '../../analytics/metrics/index.ts'
import { buildRuleDefinition } from '../../analytics/metrics/definition.ts'

const METRIC_FACTS: Catalogue = new Map(
  METRICS.filter(({ isInRules }) => isInRules).map((metric) => {
    const {
      label,
      unit,
      value_type: valueType,
      date_ranges,
      allowed_values,
    } = buildRuleDefinition(metric)
    const { name, parameters } = metric
    const facts = { name, label, unit, valueType, parameters }
    return [name, { ...facts, dateRanges: date_ranges, allowedValues: allowed_values }]
  }),
)
const CATALOGUE = dealCatalogue(METRIC_FACTS, {
  documentClasses: ['driver_license'],
  funders: ['OnDeck'],
})

const DEAL: DealFacts = {
  ownerFico: 640,
  ownershipPercent: 80,
  industry: 'Full-service restaurant',
  productType: 'mca',
  paperGrade: 'B',
  application: { is_home_based: false },
  monthsOfStatements: 4,
  hasMonthToDate: true,
  hasBankConnection: false,
  hasReverseConsolidation: false,
  latestPercentPaid: 0.55,
  documentClasses: ['bank_statement'],
  priorFunders: ['ondeck'],
}

const VALUES: Record<string, Scalar | null> = {
  monthly_true_revenue: 30_000,
  annualized_true_revenue: 360_000,
  average_daily_balance: 1900,
  active_mca_positions: 1,
  nsf_overdraft_count: 4,
  state: 'NY',
  naics_code: '722511',
  requested_amount: 25_000,
  total_debt_positions: 1,
  days_since_last_funding: 40,
}

function criterion(name: string, value: unknown, rest: Partial<Criterion> = {}): Criterion {
  return {
    name,
    value,
    metric: null,
    operator: null,
    valueTo: null,
    dateRange: null,
    isHard: true,
    weight: 1,
    tolerance: null,
    onMissing: 'missing_data',
    note: null,
    ...rest,
  }
}

function policy(criteria: Criterion[]): FunderPolicy {
  const names = { id: 'p', name: 'Standard', funderId: 'f', funderName: 'Funder' }
  return { ...names, criteria, requiredDocuments: [] }
}

function listValues({ refs }: Slots): (Scalar | null)[] {
  return refs.map(({ metric: { name } }) => {
    const fact = readFact(name, DEAL)
    return fact === undefined ? (VALUES[name] ?? null) : fact
  })
}

function matched(...criteria: Criterion[]) {
  const slots = emptySlots()
  const compiled = compilePolicy(policy(criteria), CATALOGUE, slots)
  const match = matchPolicy(compiled, listValues(slots))
  return { ...match, ...explainMatch(match, null) }
}

function matchCriterion(name: string, value: unknown, rest: Partial<Criterion> = {}) {
  return matched(criterion(name, value, rest)).criteria[0]!
}

describe('a criterion', () => {
  test('passes, fails, is near within a tenth or one of a small count, or is not known', () => {
    const results: [string, unknown, string][] = [
      ['min_monthly_revenue', 30_000, 'pass'],
      ['min_monthly_revenue', 33_000, 'near_miss'],
      ['min_monthly_revenue', 40_000, 'fail'],
      ['min_average_daily_balance', 2000, 'near_miss'],
      ['max_nsf', 3, 'near_miss'],
      ['max_nsf', 2, 'fail'],
      ['max_leverage', 1, 'missing_data'],
      ['min_fico', 650, 'near_miss'],
      ['accepted_positions', [1, 2], 'pass'],
      ['accepted_positions', [3], 'fail'],
      ['allowed_states', ['ny', 'NJ'], 'pass'],
      ['restricted_states', ['NY'], 'fail'],
      ['restricted_industries', ['722'], 'fail'],
      ['restricted_industries', ['gambling', '7132'], 'pass'],
      ['preferred_industries', ['restaurant'], 'pass'],
      ['accepts_home_based', false, 'pass'],
      ['accepts_prior_default', false, 'missing_data'],
      ['accepts_prior_default', true, 'pass'],
      ['requires_bank_connection', true, 'fail'],
      ['requires_documents', ['driver_license'], 'fail'],
      ['excluded_prior_funders', ['OnDeck'], 'fail'],
      ['min_days_since_last_funding', 30, 'pass'],
      ['paper_grades', ['A', 'B'], 'pass'],
    ]
    for (const [name, value, expected] of results)
      assert.equal(matchCriterion(name, value).result, expected, `${name} ${JSON.stringify(value)}`)
  })

  test('says what is, what should be, by how much it is missed and why', () => {
    const found = matchCriterion('min_monthly_revenue', 33_000)
    assert.deepEqual([found.actual, found.expected!.value, found.distance], [30_000, 33_000, 3000])
    assert.match(found.message!, /30,000\.00, needs at least 33,000\.00/)
  })

  test('can take any condition of a rule, its own tolerance, and a word on what is missing', () => {
    const custom = { metric: 'average_daily_balance', operator: 'between', valueTo: 2500 }
    assert.equal(matchCriterion('custom', 1000, custom).result, 'pass')
    assert.equal(matchCriterion('min_fico', 700, { tolerance: 60 }).result, 'near_miss')
    assert.equal(matchCriterion('max_leverage', 1, { onMissing: 'pass' }).result, 'pass')
    assert.equal(matchCriterion('max_leverage', 1, { onMissing: 'fail' }).result, 'fail')
  })

  test('that is none, or of a value that is none, is refused with what it should be', () => {
    const findProblem = (one: Criterion) => parseCriterion(one, CATALOGUE).problem!
    assert.match(findProblem(criterion('min_ficco', 1)).message, /Did you mean min_fico/)
    assert.match(findProblem(criterion('min_fico', 'high')).message, /a number/)
    assert.match(findProblem(criterion('allowed_states', [])).message, /a list of texts/)
    const wrong = criterion('custom', 1, { metric: 'true_revenu', operator: 'equal' })
    assert.match(findProblem(wrong).message, /Did you mean true_revenue/)
  })

  test('of every name can be written, and looks only at what exists', () => {
    for (const name of CRITERION_NAMES.filter((each) => each !== 'custom')) {
      const attempts = [1, true, false, ['driver_license'], ['OnDeck'], [1]]
      const written = attempts.some(
        (value) => !parseCriterion(criterion(name, value), CATALOGUE).problem,
      )
      assert.ok(written, name)
    }
  })
})

describe('a policy', () => {
  const pass = criterion('min_fico', 600)
  const near = criterion('min_monthly_revenue', 33_000)
  const fail = criterion('restricted_states', ['NY'])
  const missing = criterion('max_leverage', 1)
  const soft = (one: Criterion) => ({ ...one, isHard: false })

  test('is matched, nearly, open or mismatched by its hard criteria', () => {
    const statuses: [Criterion[], string][] = [
      [[pass], 'matched'],
      [[], 'matched'],
      [[pass, near], 'near_match'],
      [[pass, soft(fail)], 'near_match'],
      [[pass, soft(missing)], 'near_match'],
      [[pass, missing], 'missing_data'],
      [[missing, fail], 'mismatched'],
      [[near, near, near], 'mismatched'],
      [[criterion('gone', 1)], 'error'],
    ]
    for (const [criteria, expected] of statuses)
      assert.equal(matched(...criteria).status, expected, criteria.map(({ name }) => name).join())
  })

  test('that is mismatched says first what refuses it, however much of it fits', () => {
    const { fit, reasons } = matched(pass, pass, pass, near, fail)
    assert.ok(fit > 0.5)
    assert.match(
      reasons[0]!,
      /^3 of 5 criteria are met; required and not met: restricted_states\.$/,
    )
    const many = matched(near, near, near)
    assert.match(many.reasons[0]!, /3 near misses, more than the 2 of a near match/)
  })

  test('fits by the weights that pass, less a twentieth for each near miss', () => {
    const weighted = matched({ ...pass, weight: 3 }, near)
    assert.equal(weighted.fit, 0.7)
    assert.deepEqual(matched(pass, missing).missingFields, ['leverage_ratio'])
  })

  test('stands before another by status, fit, approvals and cost, in an order of its own', () => {
    const standing = (
      name: string,
      rest: Partial<Standing>,
      ...criteria: Criterion[]
    ): Standing => {
      const match = matched(...criteria)
      const own = { ...match.policy, funderName: name }
      return { match: { ...match, policy: own }, approvalRate: null, factor: null, ...rest }
    }
    const items = [
      standing('mismatch', {}, fail),
      standing('dear', { approvalRate: 0.5, factor: 1.4 }, pass),
      standing('cheap', { approvalRate: 0.5, factor: 1.2 }, pass),
      standing('liked', { approvalRate: 0.9 }, pass),
      standing('near', {}, pass, near),
      standing('open', {}, missing),
    ]
    const order = ['liked', 'cheap', 'dear', 'near', 'open', 'mismatch']
    for (const given of [items, items.toReversed()])
      assert.deepEqual(
        rank(given).map(({ match }) => match.policy.funderName),
        order,
      )
  })
})
