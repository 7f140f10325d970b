import type { FunderPolicyCriteria } from '../../../../clients/typescript/src/index.ts'
import { formatUnit, toWords } from '../../format/values.ts'
import { nameOperator, parseTyped, toTyped } from '../policies/words.ts'

/** How the value of a criterion is typed: an amount, a share in percent, one or several words. */
type Form = 'amount' | 'ratio' | 'multiple' | 'n' | 'texts' | 'counts' | 'yes'

interface Kind {
  /** As it begins its sentence: `Monthly revenue: at least`. */
  label: string
  form: Form
  hint?: string
}

/** What a person picks from to say what a funder wants. */
const KINDS: Readonly<Record<string, Kind>> = {
  min_monthly_revenue: { label: 'Monthly true revenue: at least', form: 'amount' },
  min_annual_revenue: { label: 'True revenue a year: at least', form: 'amount' },
  min_average_daily_balance: { label: 'Average daily balance: at least', form: 'amount' },
  min_monthly_deposits: { label: 'Deposits a month: at least', form: 'n' },
  min_time_in_business_months: { label: 'Months in business: at least', form: 'n' },
  min_fico: { label: 'Lowest FICO score of the owners: at least', form: 'n' },
  min_ownership_percent: { label: 'Percent that the signing owners hold: at least', form: 'n' },
  max_active_positions: { label: 'Active advances: at most', form: 'n' },
  accepted_positions: { label: 'Takes the place of', form: 'counts', hint: 'Such as 1, 2 for first and second position.' },
  max_holdback_ratio: { label: 'Holdback of active advances: at most', form: 'ratio' },
  max_nsf: { label: 'NSF and overdrafts in 30 days: at most', form: 'n' },
  max_negative_days: { label: 'Negative days in the worst month: at most', form: 'n' },
  max_low_balance_days: { label: 'Days of a low balance: at most', form: 'n' },
  min_days_since_last_funding: { label: 'Days since the last funding: at least', form: 'n' },
  min_percent_paid_down: { label: 'Paid down of the latest advance: at least', form: 'ratio' },
  min_amount: { label: 'Amount requested: at least', form: 'amount' },
  max_amount: { label: 'Amount requested: at most', form: 'amount' },
  max_daily_payment: { label: 'Payments of advances a day: at most', form: 'amount' },
  max_revenue_decline: { label: 'Revenue trend: not below', form: 'ratio', hint: 'Such as −20: revenue may fall by a fifth.' },
  max_leverage: { label: 'Leverage: at most', form: 'multiple' },
  min_true_revenue_ratio: { label: 'Share of true revenue in deposits: at least', form: 'ratio' },
  max_defaults: { label: 'Defaulted advances: at most', form: 'n' },
  max_tax_lien_amount: { label: 'Tax liens: at most', form: 'amount' },
  bankruptcy_min_months_discharged: { label: 'Months since a bankruptcy was discharged: at least', form: 'n' },
  min_months_of_statements: { label: 'Whole months of statements: at least', form: 'n' },
  allowed_states: { label: 'States served', form: 'texts', hint: 'Two letters each: NY, NJ.' },
  restricted_states: { label: 'States not served', form: 'texts', hint: 'Two letters each: CA, VA.' },
  preferred_industries: { label: 'Industries taken', form: 'texts', hint: 'Words of the name, or the first digits of NAICS codes.' },
  restricted_industries: { label: 'Industries not taken', form: 'texts', hint: 'Words of the name, or the first digits of NAICS codes.' },
  entity_types: { label: 'Legal forms taken', form: 'texts', hint: 'Such as llc, corporation.' },
  paper_grades: { label: 'Paper grades taken', form: 'texts', hint: 'Such as A, B.' },
  product_types: { label: 'Products', form: 'texts', hint: 'Such as mca, term.' },
  excluded_prior_funders: { label: 'Not after an advance of', form: 'texts', hint: 'Names of funders.' },
  requires_documents: { label: 'Documents that must be there', form: 'texts', hint: 'Such as bank_statement, voided_check.' },
  accepts_sole_proprietor: { label: 'Takes sole proprietors', form: 'yes' },
  accepts_non_profit: { label: 'Takes non-profits', form: 'yes' },
  accepts_home_based: { label: 'Takes businesses run from home', form: 'yes' },
  accepts_prior_default: { label: 'Takes businesses that defaulted before', form: 'yes' },
  accepts_reverse_consolidation: { label: 'Takes businesses in a reverse consolidation', form: 'yes' },
  requires_tax_plan: { label: 'A payment plan for taxes is needed', form: 'yes' },
  requires_citizenship: { label: 'The owners must be citizens', form: 'yes' },
  requires_mtd: { label: 'Data of the current month is needed', form: 'yes' },
  requires_bank_connection: { label: 'A bank connection is needed', form: 'yes' },
} // prettier-ignore

export const CRITERIA = Object.entries(KINDS).map(([name, { label }]) => [name, label] as const)

export function isYesNo(name: string): boolean {
  return KINDS[name]?.form === 'yes'
}

export function hintFor(name: string): string | undefined {
  const { form, hint } = KINDS[name]!
  return hint ?? { amount: 'In dollars.', ratio: 'In percent.' }[form as string]
}

/** What a typed value means to the service; null where it is none. */
export function parseValue(name: string, text: string): unknown {
  const { form } = KINDS[name]!
  if (form === 'yes') return text === 'yes'
  if (form !== 'texts' && form !== 'counts') return parseTyped(text, 'number', form)
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  if (parts.length === 0) return null
  if (form === 'texts') return parts
  const counts = parts.map(Number)
  return counts.every(Number.isInteger) ? counts : null
}

/** A value as it would be typed. */
export function printValue(name: string, value: unknown): string {
  const { form } = KINDS[name]!
  if (form === 'yes') return value === true ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : toTyped(value, form)
}

type Written = Pick<FunderPolicyCriteria, 'name' | 'metric' | 'operator' | 'value' | 'value_to'>

/** One criterion as a sentence: `Monthly true revenue: at least $15,000`. */
export function describeWanted({ name, metric, operator, value, value_to }: Written): string {
  const kind = KINDS[name]
  if (kind === undefined) {
    const bounds = [value, value_to].filter((one) => one !== null && one !== undefined)
    const what = toWords(metric ?? name)
    return `${what} ${nameOperator(operator ?? 'equal')} ${bounds.map(showWord).join(' and ')}`
  }
  const { label, form } = kind
  if (form === 'yes') return `${label}: ${value === true ? 'yes' : 'no'}`
  if (Array.isArray(value))
    return `${label}${form === 'counts' ? ' position' : ':'} ${value.map(showWord).join(', ')}`
  return `${label} ${formatUnit(value, form)}`
}

function showWord(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.includes('_') ? toWords(text).toLowerCase() : text
}
