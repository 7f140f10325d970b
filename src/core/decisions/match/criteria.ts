import type { Problem } from '../../values/problem.ts'
import type { Operator } from '../../values/operators.ts'
import { nearest } from '../../values/text.ts'
import type { Catalogue, Expression } from '../condition.ts'
import { parseExpression } from '../parse/expression.ts'
import { documentFact, funderFact } from './facts.ts'

/** A requirement of a funder as it is written (resources 12.2). */
export interface Criterion {
  name: string
  value: unknown
  /** Of `custom` only: a condition in the words of rules. */
  metric: string | null
  /** Of `custom`, or the criterion's own. */
  operator: string | null
  valueTo: unknown
  /** Null for the criterion's own. */
  dateRange: string | null
  isHard: boolean
  weight: number
  /** How far off its bound is still near; null = a tenth, or one of a small count. */
  tolerance: unknown
  onMissing: 'missing_data' | 'pass' | 'fail'
  note: string | null
}

/** The form of a criterion's value. */
type Form = 'number' | 'flag' | 'texts' | 'numbers'

interface Kind {
  form: Form
  /** How the value of the deal is compared with that of the criterion. */
  operator: Operator
  /** As a condition in the words of rules; null when it requires nothing. */
  write: (value: never, dateRange: string | null) => object | null
}

/** A bound within this share of it is near (formulas section 20). */
const NEAR_SHARE = 0.1
/** Of counts up to this, one is near. */
const SMALL_COUNT = 10

/** The criteria of formulas section 20, each as the condition that it means. */
const KINDS: Readonly<Record<string, Kind>> = {
  min_monthly_revenue: atLeast('monthly_true_revenue'),
  min_annual_revenue: atLeast('annualized_true_revenue'),
  min_average_daily_balance: atLeast('average_daily_balance'),
  min_monthly_deposits: atLeast('monthly_deposit_count'),
  min_time_in_business_months: atLeast('time_in_business_months'),
  min_fico: atLeast('lowest_owner_fico'),
  min_ownership_percent: atLeast('signing_ownership'),
  max_active_positions: atMost('active_mca_positions'),
  // The position that the new financing would take among the active ones.
  accepted_positions: {
    form: 'numbers',
    operator: 'in',
    write: (places: number[]) => condition('active_mca_positions', 'in', places.map((place) => place - 1)),
  },
  max_holdback_ratio: atMost('holdback_ratio'),
  max_nsf: atMost('nsf_overdraft_count', 'last_30_days'),
  max_negative_days: atMost('negative_days_worst_month'),
  max_low_balance_days: atMost('low_balance_days'),
  min_days_since_last_funding: orNone(atLeast('days_since_last_funding'), 'total_debt_positions'),
  min_percent_paid_down: orNone(atLeast('latest_percent_paid'), 'active_mca_positions'),
  min_amount: atLeast('requested_amount'),
  max_amount: atMost('requested_amount'),
  max_daily_payment: atMost('daily_mca_burden'),
  restricted_states: notInList('state'),
  allowed_states: inList('state'),
  restricted_industries: { form: 'texts', operator: 'not_in', write: (values: string[]) => all(values.map((value) => ({ not: inIndustry(value) }))) },
  preferred_industries: { form: 'texts', operator: 'in', write: (values: string[]) => ({ any: values.map(inIndustry) }) },
  entity_types: inList('entity_type'),
  accepts_sole_proprietor: accepts(() => condition('entity_type', 'not_equal', 'sole_proprietor')),
  accepts_non_profit: accepts(() => condition('entity_type', 'not_equal', 'non_profit')),
  accepts_home_based: accepts(() => isNot('is_home_based')),
  max_defaults: atMost('defaulted_positions'),
  accepts_prior_default: accepts(() =>
    all([condition('defaulted_positions', 'equal', 0), isNot('has_prior_default')]),
  ),
  max_tax_lien_amount: atMost('tax_lien_amount'),
  requires_tax_plan: requires('has_tax_plan'),
  bankruptcy_min_months_discharged: atLeast('bankruptcy_months_discharged'),
  requires_citizenship: requires('owners_are_citizens'),
  min_months_of_statements: atLeast('months_of_statements'),
  requires_mtd: requires('has_month_to_date'),
  requires_documents: { form: 'texts', operator: 'contains', write: (classes: string[]) => all(classes.map((name) => is(documentFact(name)))) },
  requires_bank_connection: requires('has_bank_connection'),
  accepts_reverse_consolidation: accepts(() => isNot('has_reverse_consolidation')),
  max_revenue_decline: atLeast('revenue_trend'),
  max_leverage: atMost('leverage_ratio'),
  min_true_revenue_ratio: atLeast('true_revenue_ratio'),
  product_types: inList('product_type'),
  paper_grades: inList('deal_paper_grade'),
  excluded_prior_funders: { form: 'texts', operator: 'not_in', write: (funders: string[]) => all(funders.map((name) => isNot(funderFact(name)))) },
} // prettier-ignore

/** The operator of a criterion by its name; null for `custom`, which names its own. */
export function findOperator(name: string): Operator | null {
  return KINDS[name]?.operator ?? null
}

/** Every name that a criterion can have. */
export const CRITERION_NAMES: readonly string[] = [...Object.keys(KINDS), 'custom']

/**
 * The condition that a criterion means; null when it requires nothing, such as a criterion that
 * accepts every deal. An unknown name, value or metric is a problem that names the nearest known.
 */
export function parseCriterion(
  criterion: Criterion,
  catalogue: Catalogue,
): { expression: Expression | null; problem: null } | { problem: Problem } {
  const { name, value, dateRange } = criterion
  const kind = KINDS[name]
  if (name !== 'custom' && !kind) return { problem: unknownName(name) }
  const wrong = kind && wrongForm(kind.form, value)
  if (wrong)
    return { problem: { code: 'invalid_type', where: 'value', message: `value must be ${wrong}.` } }
  const written = kind ? kind.write(value as never, dateRange) : buildCustom(criterion)
  if (written === null) return { expression: null, problem: null }
  const tolerance = criterion.tolerance ?? usualTolerance(kind?.form ?? 'number', value)
  const { expression, problem } = parseExpression(written, catalogue, { path: '', tolerance })
  return problem ? { problem } : { expression, problem: null }
}

function buildCustom({ metric, operator, value, valueTo, dateRange }: Criterion): object {
  return {
    metric: metric ?? '',
    operator: operator ?? undefined,
    value,
    value_to: valueTo ?? undefined,
    ...(dateRange !== null && { date_range: dateRange }),
  }
}

function usualTolerance(form: Form, value: unknown): unknown {
  if (form !== 'number' || typeof value !== 'number') return undefined
  const isSmallCount = Number.isInteger(value) && Math.abs(value) <= SMALL_COUNT
  return isSmallCount ? 1 : { ratio: NEAR_SHARE }
}

const LIST_MAX = 50

function wrongForm(form: Form, value: unknown): string | null {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= LIST_MAX
  switch (form) {
    case 'number':
      return Number.isFinite(value) ? null : 'a number'
    case 'flag':
      return typeof value === 'boolean' ? null : 'true or false'
    case 'numbers':
      return isList && value.every((each) => Number.isInteger(each))
        ? null
        : 'a list of whole numbers'
    default:
      return isList &&
        value.every((each) => typeof each === 'string' && /^\S(?:.{0,62}\S)?$/.test(each))
        ? null
        : 'a list of texts'
  }
}

function unknownName(name: string): Problem {
  const near = nearest(name, CRITERION_NAMES)
  const hint = near ? ` Did you mean ${near}?` : ''
  return { code: 'invalid_enum', where: 'name', message: `${name} is no criterion.${hint}` }
}

function condition(metric: string, operator: string, value: unknown): object {
  return { metric, operator, value }
}

function within(written: object, dateRange: string | null): object {
  return dateRange === null ? written : { ...written, date_range: dateRange }
}

function atLeast(metric: string): Kind {
  return {
    form: 'number',
    operator: 'greater_than_or_equal',
    write: (value, range) => within(condition(metric, 'greater_than_or_equal', value), range),
  }
}

function atMost(metric: string, usualRange: string | null = null): Kind {
  return {
    form: 'number',
    operator: 'less_than_or_equal',
    write: (value, range) =>
      within(condition(metric, 'less_than_or_equal', value), range ?? usualRange),
  }
}

/** Where there is nothing of a kind, nothing of it can be too recent or too little paid. */
function orNone(kind: Kind, count: string): Kind {
  return {
    ...kind,
    write: (value, range) => ({ any: [kind.write(value, range), condition(count, 'equal', 0)] }),
  }
}

function inList(metric: string): Kind {
  return { form: 'texts', operator: 'in', write: (values) => condition(metric, 'in', values) }
}

function notInList(metric: string): Kind {
  const write = (values: string[]) => condition(metric, 'not_in', values)
  return { form: 'texts', operator: 'not_in', write }
}

function accepts(refusal: () => object): Kind {
  const write = (isAccepted: boolean) => (isAccepted ? null : refusal())
  return { form: 'flag', operator: 'equal', write }
}

function requires(fact: string): Kind {
  const write = (isRequired: boolean) => (isRequired ? is(fact) : null)
  return { form: 'flag', operator: 'equal', write }
}

function is(fact: string): object {
  return condition(fact, 'equal', true)
}

function isNot(fact: string): object {
  return condition(fact, 'equal', false)
}

function all(conditions: object[]): object {
  return { all: conditions }
}

/** Digits begin an NAICS code; anything else is searched in the name of the industry. */
function inIndustry(value: string): object {
  return /^\d{2,6}$/.test(value)
    ? condition('naics_code', 'matches', `${value}.*`)
    : condition('industry', 'contains', value)
}
