import { formatCents } from '../../values/paper/figure-text.ts'
import { roundNumber } from '../arithmetic.ts'
import type { Ledger } from '../ledger.ts'
import { toAmount } from '../metric.ts'
import type { Proposal } from '../offers/propose.ts'
import type { FieldKey, Product } from './states.ts'

/** A disclosed figure or sentence; null when it is not known here. */
export interface DisclosedField {
  key: FieldKey
  label: string
  value: number | string | null
  unit: 'amount' | 'ratio' | 'days' | 'text'
  /** The formula behind a figure (formulas section 21). */
  formula_id: string | null
}

/** The input of a field. */
export interface Disclosed {
  ledger: Ledger
  proposal: Proposal
  product: Product
  /** The commission of the broker, in cents; null when not stated. */
  commission: number | null
}

interface FieldRule {
  label: string
  unit: DisclosedField['unit']
  formulaId: string | null
  readValue: (facts: Disclosed) => number | string | null
}

const DAYS_PER_MONTH = 30.4375

const FIELDS: Readonly<Record<FieldKey, FieldRule>> = {
  funding_provided: amount('Funding provided', 'O7', ({ proposal }) => proposal.terms.advance),
  amount_disbursed: amount(
    'Amount disbursed to the business',
    'O7',
    ({ proposal }) => proposal.quote.netFunded,
  ),
  finance_charge: amount('Finance charge', 'O11', ({ proposal }) => proposal.quote.financeCharge),
  total_payment_amount: amount(
    'Total payment amount',
    'O1',
    ({ proposal }) => proposal.quote.purchasedAmount,
  ),
  estimated_payment: amount('Estimated payment', 'O4', ({ proposal }) => proposal.quote.payment),
  average_monthly_cost: amount('Average monthly cost', 'O12', ({ proposal: { quote } }) =>
    Math.round(quote.purchasedAmount / Math.max(1, quote.paybackDays / DAYS_PER_MONTH)),
  ),
  estimated_apr: {
    label: 'Estimated annual percentage rate',
    unit: 'ratio',
    formulaId: 'O11',
    readValue: ({ proposal }) => roundNumber(proposal.quote.rate?.nominal ?? null, 4),
  },
  specified_percentage: {
    label: 'Specified percentage of revenue',
    unit: 'ratio',
    formulaId: 'O5',
    readValue: ({ proposal, product }) =>
      product === 'sales_based' ? roundNumber(proposal.after.specifiedPercentage, 4) : null,
  },
  estimated_term_days: {
    label: 'Estimated term in days',
    unit: 'days',
    formulaId: 'O12',
    readValue: ({ proposal }) => proposal.quote.paybackDays,
  },
  payment_frequency: text(
    'Payment frequency',
    ({ proposal: { terms, quote } }) =>
      `${terms.frequency}, ${quote.paymentsCount} payments, the last on ${quote.lastPaymentDate}`,
  ),
  prepayment: text('Prepayment', ({ product }) =>
    product === 'sales_based'
      ? 'The full purchased amount is owed regardless of when it is paid. There is no discount and no additional fee for early payment.'
      : 'Early payment does not reduce the total payment amount. There is no prepayment fee.',
  ),
  true_up: text('Reconciliation of payments', ({ product }) =>
    product === 'sales_based'
      ? 'Payments can be reconciled to actual receipts. Amounts collected above the specified percentage are refunded (formula O16).'
      : null,
  ),
  fees: text('Fees', ({ ledger, proposal: { quote } }) =>
    quote.fees.length === 0
      ? 'None'
      : quote.fees
          .map(({ name, amount: cents }) => `${name}: ${formatCents(cents, ledger.currency)}`)
          .join('; '),
  ),
  collateral: text('Collateral', () => null),
  broker_compensation: amount('Broker compensation', 'O9', ({ commission }) => commission),
}

/** The fields of a law for an offer, in the order of the law. */
export function disclosedFields(keys: readonly FieldKey[], facts: Disclosed): DisclosedField[] {
  return keys.map((key) => {
    const { label, unit, formulaId, readValue } = FIELDS[key]
    return { key, label, value: readValue(facts), unit, formula_id: formulaId }
  })
}

function amount(
  label: string,
  formulaId: string,
  centsOf: (facts: Disclosed) => number | null,
): FieldRule {
  const readValue = (facts: Disclosed): number | null =>
    toAmount(centsOf(facts), facts.ledger.currency)
  return { label, unit: 'amount', formulaId, readValue }
}

function text(label: string, readValue: (facts: Disclosed) => string | null): FieldRule {
  return { label, unit: 'text', formulaId: null, readValue }
}
