import type { Ledger } from '../../../core/analytics/ledger.ts'
import { fundingDate } from '../../../core/analytics/offers/propose.ts'
import { offerSimulation, type OfferInput } from '../../../core/analytics/reports/offers.ts'
import { toCents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import type { KeptOffer } from '../../records/submissions/store.ts'
import type { OpenIssue } from './schemas.ts'

/** What of a simulation speaks against an offer. */
interface Simulated {
  offer: {
    limits: { name: string; is_kept: boolean | null }[]
    affordability: { verdict: string } | null
  }
}

/** Which limits an offer exceeds, and whether the balances can bear it. */
export function judgeOffer(
  ctx: Context,
  ledger: Ledger,
  offer: KeptOffer,
): Pick<OpenIssue, 'code' | 'text'>[] {
  const input = toInput(ledger, offer)
  if (input === null) return []
  const { limits, affordability } = (
    offerSimulation.compute(ledger, {
      window: null,
      options: { input },
      computedAt: new Date(ctx.house.now()).toISOString(),
      analyticsVersion: 0,
    }) as unknown as Simulated
  ).offer
  const exceeded = limits.filter((limit) => limit.is_kept === false).map(({ name }) => name)
  return [
    ...(exceeded.length === 0
      ? []
      : [
          {
            code: 'offer_limit' as const,
            text: `The offer is above the limit of ${exceeded.join(', ').replaceAll('_', ' ')}.`,
          },
        ]),
    ...(affordability?.verdict === 'unaffordable'
      ? [{ code: 'offer_unaffordable' as const, text: 'The offer is not affordable.' }]
      : []),
  ]
}

/** The kept terms as a simulation takes them; null where no day is known to count them from. */
function toInput(ledger: Ledger, offer: KeptOffer): OfferInput | null {
  const { amount, factor, termMonths, frequency, originationFee, payoffs } = offer
  const startDate = fundingDate(ledger)
  const advance = toCents(amount, ledger.currency)
  if (startDate === null || advance === null) return null
  const fee = { name: 'origination', amount: null, share: originationFee ?? 0, isDeducted: true }
  return {
    terms: {
      advance,
      factor,
      termMonths,
      frequency,
      startDate,
      fees: [fee],
      payoffs: payoffs.map(({ name, amount: owed, positionId }) => ({
        name,
        amount: toCents(owed, ledger.currency) ?? 0,
        positionId,
      })),
    },
    commissionPoints: null,
    buyRate: null,
    settlement: { earlyPayoff: [], renewal: null, trueUp: null, syndication: [] },
  }
}
