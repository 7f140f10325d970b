import { roundNumber } from '../arithmetic.ts'
import { Type, type Static } from 'typebox'
import type { Cents } from '../../values/money.ts'
import type { Ledger } from '../ledger.ts'
import { toAmount } from '../metric.ts'
import { Figure, Nullable, Shape } from '../schemas.ts'
import type { OfferTerms, Quote } from './quote.ts'
import { computeEarlyPayoffs, computeRenewal, computeSyndication, computeTrueUp } from './settle.ts'

/** Events of an offer that the caller describes. Amounts are cents; null = not requested. */
export interface SettlementInput {
  earlyPayoff: readonly { days: number; factor: number }[]
  renewal: { advance: Cents; rightToReceive: Cents; paid: Cents } | null
  trueUp: { specifiedPercentage: number; receipts: Cents; collected: Cents } | null
  syndication: readonly { name: string; share: number; managementFee: number }[]
}

/** Formulas O13, O14, O16 and O17 as the wire shows them; amounts are major units. */
export const SettlementShapes = {
  early_payoff: Type.Array(
    Shape({
      days: Type.Integer(),
      date: Type.String(),
      factor: Type.Number(),
      owed: Type.Number(),
      paid: Type.Number(),
      payoff: Type.Number(),
      saving: Type.Number(),
    }),
  ),
  renewal: Nullable(
    Shape({
      balance: Type.Number(),
      net_funded: Type.Number(),
      double_dip_cost: Type.Number(),
      double_dip_share: Figure,
      cost_on_cost: Type.Number(),
    }),
  ),
  true_up: Nullable(Shape({ allowed: Type.Number(), refund: Type.Number() })),
  syndication: Type.Array(
    Shape({
      name: Type.String(),
      share: Type.Number(),
      management_fee: Type.Number(),
      funded: Type.Number(),
      cash_back: Type.Number(),
      total_back: Type.Number(),
      profit: Type.Number(),
    }),
  ),
  settlement_formula_ids: Type.Record(Type.String(), Type.String()),
}

const FORMULA_IDS = { early_payoff: 'O13', renewal: 'O14', true_up: 'O16', syndication: 'O17' }

type Settlement = { [Key in keyof typeof SettlementShapes]: Static<(typeof SettlementShapes)[Key]> }

/** Early payoff, renewal, true-up and syndication of an offer, where they are requested. */
export function settlementBody(
  { currency }: Ledger,
  offer: { terms: OfferTerms; quote: Quote; commission: Cents | null; settlement: SettlementInput },
): Settlement {
  const { terms, quote, settlement } = offer
  const major = (cents: Cents): number => toAmount(cents, currency)!
  const { purchasedAmount, payment, fees } = quote
  const feesDeducted = fees.reduce((sum, fee) => (fee.isDeducted ? sum + fee.amount : sum), 0)
  const renewal =
    settlement.renewal && computeRenewal(settlement.renewal, { ...terms, feesDeducted })
  const trueUp = settlement.trueUp && computeTrueUp(settlement.trueUp)
  // Without a stated commission there is none.
  const shared = { ...terms, purchasedAmount, payment, commission: offer.commission ?? 0 }
  return {
    early_payoff: computeEarlyPayoffs(
      { ...terms, purchasedAmount },
      quote.payments,
      settlement.earlyPayoff,
    ).map(({ owed, paid, payoff, saving, ...step }) => ({
      ...step,
      owed: major(owed),
      paid: major(paid),
      payoff: major(payoff),
      saving: major(saving),
    })),
    renewal: renewal && {
      balance: major(renewal.balance),
      net_funded: major(renewal.net),
      double_dip_cost: major(renewal.doubleDipCost),
      double_dip_share: roundNumber(renewal.doubleDipShare, 4),
      cost_on_cost: major(renewal.costOnCost),
    },
    true_up: trueUp && { allowed: major(trueUp.allowed), refund: major(trueUp.refund) },
    syndication: settlement.syndication.map((investor) => {
      const { funded, cashBack, totalBack, profit } = computeSyndication(investor, shared)
      return {
        name: investor.name,
        share: investor.share,
        management_fee: investor.managementFee,
        funded: major(funded),
        cash_back: major(cashBack),
        total_back: major(totalBack),
        profit: major(profit),
      }
    }),
    settlement_formula_ids: FORMULA_IDS,
  }
}
