/** A figure or a sentence that a state requires to be disclosed. */
export type FieldKey =
  | 'funding_provided'
  | 'amount_disbursed'
  | 'finance_charge'
  | 'estimated_apr'
  | 'total_payment_amount'
  | 'estimated_payment'
  | 'payment_frequency'
  | 'average_monthly_cost'
  | 'estimated_term_days'
  | 'specified_percentage'
  | 'prepayment'
  | 'true_up'
  | 'fees'
  | 'collateral'
  | 'broker_compensation'

/** The law of one state on the disclosure of commercial financing: facts, no legal advice. */
export interface DisclosureLaw {
  state: string
  law: string
  /** First day in force, as far as it is known here. */
  since: string | null
  /** Financing by these products is covered. */
  products: readonly Product[]
  /** Largest amount that is covered, in major units; null = any. */
  amountMax: number | null
  /** True when an amount equal to it is covered. */
  isMaxIncluded: boolean
  isAprRequired: boolean
  /** How future sales are projected, where the law prescribes it. */
  projection: 'historical' | null
  fields: readonly FieldKey[]
  notes: readonly string[]
  /** Checked against the text of the law; else counsel must check it before it is relied on. */
  isChecked: boolean
}

/** What is financed: a purchase of receivables, or a loan. */
export const PRODUCTS = ['sales_based', 'term_loan'] as const
/** One of them. */
export type Product = (typeof PRODUCTS)[number]

const COST: readonly FieldKey[] = [
  'funding_provided', 'amount_disbursed', 'finance_charge', 'total_payment_amount',
  'estimated_payment', 'payment_frequency', 'prepayment',
]
const WITH_RATE: readonly FieldKey[] = [
  'funding_provided', 'amount_disbursed', 'estimated_apr', 'finance_charge',
  'total_payment_amount', 'estimated_payment', 'payment_frequency', 'average_monthly_cost',
  'estimated_term_days', 'specified_percentage', 'true_up', 'prepayment', 'fees',
]
const SALES_BASED: readonly Product[] = ['sales_based']

/** The laws of formulas section 21; only California and Texas were held against their texts. */
export const DISCLOSURE_LAWS: readonly DisclosureLaw[] = [
  {
    ...law('CA', 'SB 1235; 10 CCR 900-956; SB 362', WITH_RATE),
    amountMax: 500_000,
    isAprRequired: true,
    projection: 'historical',
    notes: ['From 2026 the APR must be restated whenever a price or rate is quoted (SB 362).'],
    isChecked: true,
  },
  {
    ...law('NY', 'Commercial Finance Disclosure Law; 23 NYCRR 600', [...WITH_RATE, 'collateral']),
    amountMax: 2_500_000,
    isAprRequired: true,
    projection: 'historical',
  },
  { ...law('UT', 'SB 183', COST), amountMax: 1_000_000, notes: ['Providers must register.'] },
  {
    ...law('VA', 'HB 1027', [...COST, 'fees', 'collateral', 'broker_compensation']),
    products: SALES_BASED,
    amountMax: 500_000,
    notes: ['Providers and brokers must register.'],
  },
  { ...law('GA', 'SB 90', COST), amountMax: 500_000 },
  { ...law('FL', 'HB 1353', COST), amountMax: 500_000 },
  {
    ...law('CT', 'SB 1032', [...COST, 'fees', 'collateral', 'broker_compensation']),
    products: SALES_BASED,
    amountMax: 250_000,
    notes: ['Providers and brokers must register.'],
  },
  { ...law('KS', 'SB 345', COST), amountMax: 500_000 },
  { ...law('MO', 'SB 1359', COST), amountMax: 500_000, notes: ['Brokers must register.'] },
  {
    ...law('TX', 'HB 700', [...COST, 'fees', 'broker_compensation']),
    since: '2025-09-01',
    products: SALES_BASED,
    amountMax: 1_000_000,
    isMaxIncluded: false,
    notes: [
      'No automatic debit without a perfected first-priority security interest.',
      'A confession of judgment is void.',
      'Providers and brokers must register with the OCCC by 2026-12-31.',
    ],
    isChecked: true,
  },
]

function law(state: string, name: string, fields: readonly FieldKey[]): DisclosureLaw {
  return {
    state, law: name, since: null, products: PRODUCTS, amountMax: null, isMaxIncluded: true,
    isAprRequired: false, projection: null, fields, notes: [], isChecked: false,
  }
}

/** The law of a state by its two letters; null when none is kept here. */
export function findLaw(state: string): DisclosureLaw | null {
  return DISCLOSURE_LAWS.find((each) => each.state === state) ?? null
}

/** Whether a financing of this product and amount, in major units, is covered by a law. */
export function isCovered(found: DisclosureLaw, product: Product, amount: number): boolean {
  const { amountMax, isMaxIncluded, products } = found
  if (!products.includes(product)) return false
  if (amountMax === null) return true
  return isMaxIncluded ? amount <= amountMax : amount < amountMax
}
