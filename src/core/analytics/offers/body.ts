import { Type, type Static } from 'typebox'
import { computeRatio, roundNumber } from '../arithmetic.ts'
import type { Ledger } from '../ledger.ts'
import { toAmount } from '../metric.ts'
import { Figure, FreeForm, Nullable, Shape, Text } from '../schemas.ts'
import { weeklyCredit, type AfterFunding, type Limit } from './limits.ts'
import type { Proposal } from './propose.ts'
import { FREQUENCIES } from '../repayment/schedule.ts'

/** A limit as the wire shows it; `is_kept` is null when an input of it is unknown. */
export const LimitShape = Shape({
  name: Type.String(),
  formula: Type.String(),
  amount: Figure,
  is_binding: Type.Boolean(),
  is_kept: Nullable(Type.Boolean()),
})

/** An offer as the wire shows it; amounts are major units, rates and shares 0 to 1. */
export const OfferShape = Shape({
  name: Type.String(),
  advance: Type.Number(),
  factor: Type.Number(),
  term: Type.Number(),
  frequency: Type.Enum(FREQUENCIES),
  start_date: Type.String(),
  purchased_amount: Type.Number(),
  cost_of_capital: Type.Number(),
  payments_count: Type.Integer(),
  payment: Type.Number(),
  last_payment: Type.Number(),
  monthly_payment: Type.Number(),
  specified_percentage: Figure,
  fees: Type.Array(
    Shape({ name: Type.String(), amount: Type.Number(), is_deducted: Type.Boolean() }),
  ),
  fees_total: Type.Number(),
  payoffs: Type.Array(Shape({ name: Type.String(), amount: Type.Number(), position_id: Text })),
  payoffs_total: Type.Number(),
  net_funded: Type.Number(),
  net_ratio: Type.Number(),
  is_net_enough: Type.Boolean(),
  finance_charge: Type.Number(),
  estimated_apr: Figure,
  effective_rate: Figure,
  first_payment_date: Type.String(),
  last_payment_date: Type.String(),
  payback_days: Type.Integer(),
  average_term_days: Type.Number(),
  limits: Type.Array(LimitShape),
  binding_limit: Text,
  is_within_limits: Nullable(Type.Boolean()),
  before_funding: Shape({ holdback_ratio: Figure, debt_service_coverage_ratio: Figure }),
  after_funding: Shape({ holdback_ratio: Figure, debt_service_coverage_ratio: Figure }),
  consolidation: Nullable(
    Shape({
      monthly_payments_before: Type.Number(),
      monthly_payment_after: Type.Number(),
      saving_share: Figure,
      weekly_credit: Type.Number(),
    }),
  ),
  affordability: Nullable(
    Shape({
      added_probability_negative: Type.Number(),
      verdict: Type.Enum(['comfortable', 'tight', 'unaffordable']),
      text: Type.String(),
    }),
  ),
  formula_ids: FreeForm,
})

/** Which formula each figure of an offer follows (formulas section 21 and L16 to L17). */
const FORMULA_IDS = {
  purchased_amount: 'O1',
  cost_of_capital: 'O2',
  payments_count: 'O3',
  payment: 'O4',
  last_payment: 'O4',
  specified_percentage: 'O5',
  fees_total: 'O6',
  net_funded: 'O7',
  net_ratio: 'O8',
  limits: 'O10',
  finance_charge: 'O11',
  estimated_apr: 'O11',
  effective_rate: 'O11',
  payback_days: 'O12',
  consolidation: 'O15',
  affordability: 'O19',
  holdback_ratio: 'L16',
  debt_service_coverage_ratio: 'L17',
}

/** A proposal as the wire shows it. */
export function offerBody(ledger: Ledger, proposal: Proposal): Static<typeof OfferShape> {
  const { terms, quote, before, after, affordability, policy } = proposal
  const major = (cents: number): number => toAmount(cents, ledger.currency)!
  return {
    name: proposal.name,
    advance: major(terms.advance),
    factor: roundNumber(terms.factor, 6)!,
    term: terms.termMonths,
    frequency: terms.frequency,
    start_date: terms.startDate,
    purchased_amount: major(quote.purchasedAmount),
    cost_of_capital: major(quote.cost),
    payments_count: quote.paymentsCount,
    payment: major(quote.payment),
    last_payment: major(quote.lastPayment),
    monthly_payment: major(quote.monthlyPayment),
    specified_percentage: roundNumber(after.specifiedPercentage, 4),
    fees: quote.fees.map(({ name, amount, isDeducted }) => ({
      name,
      amount: major(amount),
      is_deducted: isDeducted,
    })),
    fees_total: major(quote.feesTotal),
    payoffs: terms.payoffs.map(({ name, amount, positionId }) => ({
      name,
      amount: major(amount),
      position_id: positionId,
    })),
    payoffs_total: major(quote.payoffsTotal),
    net_funded: major(quote.netFunded),
    net_ratio: roundNumber(quote.netRatio, 4)!,
    is_net_enough: quote.netRatio >= policy.netMinimum,
    finance_charge: major(quote.financeCharge),
    estimated_apr: roundNumber(quote.rate?.nominal ?? null, 4),
    effective_rate: roundNumber(quote.rate?.effective ?? null, 4),
    first_payment_date: quote.firstPaymentDate,
    last_payment_date: quote.lastPaymentDate,
    payback_days: quote.paybackDays,
    average_term_days: roundNumber(quote.averageTermDays, 1)!,
    ...limitsBody(ledger, proposal),
    before_funding: burdenBody(before),
    after_funding: burdenBody(after),
    consolidation: consolidationBody(ledger, proposal),
    affordability: affordability && {
      added_probability_negative: roundNumber(affordability.added, 4)!,
      verdict: affordability.verdict,
      text: affordability.text,
    },
    formula_ids: FORMULA_IDS,
  }
}

function burdenBody({
  holdback,
  coverage,
}: AfterFunding): Static<typeof OfferShape>['after_funding'] {
  return {
    holdback_ratio: roundNumber(holdback, 4),
    debt_service_coverage_ratio: roundNumber(coverage, 4),
  }
}

type Limits = Pick<Static<typeof OfferShape>, 'limits' | 'binding_limit' | 'is_within_limits'>

/** Whether the advance keeps every limit is not known when one of the five is missing an input. */
function limitsBody(ledger: Ledger, { limits, binding, terms, policy }: Proposal): Limits {
  const applicable = limits.filter(({ name }) => name !== 'policy' || policy.maxAdvance !== null)
  const bodies = applicable.map((limit) =>
    limitBody(ledger, limit, { binding, advance: terms.advance }),
  )
  const kept = bodies.map(({ is_kept }) => is_kept)
  return {
    limits: bodies,
    binding_limit: binding?.name ?? null,
    is_within_limits: kept.includes(false) ? false : kept.includes(null) ? null : true,
  }
}

/** A limit, held against an advance in cents. */
export function limitBody(
  ledger: Ledger,
  { name, formula, amount }: Limit,
  { binding, advance }: { binding: Limit | null; advance: number },
): Static<typeof LimitShape> {
  return {
    name,
    formula,
    amount: toAmount(amount, ledger.currency),
    is_binding: name === binding?.name,
    is_kept: amount === null ? null : advance <= amount,
  }
}

/** O15: what the bought-out positions took in a month, and what the new payment takes. */
function consolidationBody(
  ledger: Ledger,
  { bought, quote, terms }: Proposal,
): Static<typeof OfferShape>['consolidation'] {
  if (bought.debtService === 0) return null
  const payoffs = terms.payoffs.map(({ positionId }) => positionId)
  const saving = computeRatio(bought.debtService - quote.monthlyPayment, bought.debtService)
  return {
    monthly_payments_before: toAmount(bought.debtService, ledger.currency)!,
    monthly_payment_after: toAmount(quote.monthlyPayment, ledger.currency)!,
    saving_share: roundNumber(saving, 4),
    weekly_credit: toAmount(weeklyCredit(ledger, payoffs), ledger.currency)!,
  }
}
