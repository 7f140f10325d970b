import type { FunderTerms } from '../../../core/analytics/offers/estimate.ts'
import { toCents, type Cents } from '../../../core/values/money.ts'
import type { OfferTerms } from '../../settings/offer-terms.ts'
import type { Candidate } from './candidates.ts'

/** The policy’s terms, or the midpoint of the funder’s usual range, or of the tenant’s. */
export function resolveTerms(
  { row, funder: { defaults } }: Candidate,
  { currency, usual }: { currency: string; usual: OfferTerms },
): FunderTerms {
  const { offer } = row.body
  const cents = (amount: number | null | undefined): Cents | null =>
    amount == null ? null : toCents(amount, currency)
  const own = <Key extends keyof OfferTerms>(key: Key) => defaults[key] ?? usual[key] ?? null
  const term = offer.term ?? middleTerm(defaults) ?? middleTerm(usual)
  return {
    factor: offer.factor ?? middleFactor(defaults) ?? middleFactor(usual),
    termMonths: term === null ? null : Math.round(term * 10) / 10,
    frequency: offer.frequency ?? defaults.frequencies?.[0] ?? usual.frequencies?.[0] ?? null,
    revenueShare: offer.revenueShare ?? null,
    targetHoldback: offer.holdback ?? null,
    targetCoverage: offer.targetCoverage ?? null,
    minAmount: cents(offer.minAmount),
    maxAmount: cents(offer.maxAmount),
    buyRate: offer.buyRate ?? own('buyRate'),
    commissionPoints: offer.commissionPoints ?? own('commissionPoints'),
    originationFee: offer.originationFee ?? own('originationFee'),
    netMinimum: offer.netMinimum ?? own('netMinimum'),
  }
}

function middleFactor({ factorMin, factorMax }: OfferTerms): number | null {
  return middle(factorMin, factorMax)
}

function middleTerm({ termMin, termMax }: OfferTerms): number | null {
  return middle(termMin, termMax)
}

function middle(low: number | null | undefined, high: number | null | undefined): number | null {
  if (low == null || high == null) return low ?? high ?? null
  return Number(((low + high) / 2).toFixed(4))
}
