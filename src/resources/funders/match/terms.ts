import type { FunderTerms } from '../../../core/analytics/offers/estimate.ts'
import { toCents, type Cents } from '../../../core/values/money.ts'
import type { Candidate } from './candidates.ts'

/** The policy’s terms, or the midpoint of the funder’s usual range. */
export function resolveTerms({ row, funder }: Candidate, currency: string): FunderTerms {
  const { offer } = row.body
  const { defaults } = funder
  const cents = (amount: number | null | undefined): Cents | null =>
    amount == null ? null : toCents(amount, currency)
  const term = offer.term ?? middle(defaults.termMin, defaults.termMax)
  return {
    factor: offer.factor ?? middle(defaults.factorMin, defaults.factorMax),
    termMonths: term === null ? null : Math.round(term * 10) / 10,
    frequency: offer.frequency ?? defaults.frequencies?.[0] ?? null,
    revenueShare: offer.revenueShare ?? null,
    targetHoldback: offer.holdback ?? null,
    targetCoverage: offer.targetCoverage ?? null,
    minAmount: cents(offer.minAmount),
    maxAmount: cents(offer.maxAmount),
    buyRate: offer.buyRate ?? defaults.buyRate ?? null,
    commissionPoints: offer.commissionPoints ?? defaults.commissionPoints ?? null,
    originationFee: offer.originationFee ?? defaults.originationFee ?? null,
    netMinimum: offer.netMinimum ?? defaults.netMinimum ?? null,
  }
}

function middle(low: number | null | undefined, high: number | null | undefined): number | null {
  if (low == null || high == null) return low ?? high ?? null
  return Number(((low + high) / 2).toFixed(4))
}
