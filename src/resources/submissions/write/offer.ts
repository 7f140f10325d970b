import { fundingDate } from '../../../core/analytics/offers/propose.ts'
import { computeQuote } from '../../../core/analytics/offers/quote.ts'
import { toCents, toMajor } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { loadLedger } from '../../ledgers/ledgers.ts'
import { formatOffer } from '../../records/submissions/offer-text.ts'
import type { KeptOffer, SubmissionRow } from '../../records/submissions/store.ts'
import type { SubmissionPatch } from './schemas.ts'

type OfferInput = NonNullable<SubmissionPatch['keptOffer']>
type Terms = Omit<KeptOffer, 'payment' | 'purchasedAmount' | 'netFunded' | 'state'>

/**
 * The offer of a deal after this input: given fields replace, null takes it away. What is paid
 * follows from the terms as it does in a simulation. Throws `missing_field`, `invalid_amount`.
 */
export async function offerAfter(
  ctx: Context,
  { id, keptOffer: held }: Pick<SubmissionRow, 'id' | 'keptOffer'>,
  input: OfferInput | null | undefined,
): Promise<KeptOffer | null | undefined> {
  if (input === undefined || input === null) return input
  const { state = 'draft', ...given } = input
  const changedAt = new Date(ctx.house.now()).toISOString()
  const change = { changedAt, changedBy: ctx.actor.name }
  // Another state alone leaves the figures as the business has them.
  if (held !== null && Object.keys(given).length === 0) return { ...held, ...change, state }
  const ledger = await loadLedger(ctx, id)
  const terms = mergeTerms(held, given, { currency: ledger.currency, ...change })
  const startDate = fundingDate(ledger) ?? changedAt.slice(0, 10)
  return { ...terms, ...price(terms, startDate), state }
}

function mergeTerms(
  held: KeptOffer | null,
  input: OfferInput,
  change: Pick<KeptOffer, 'currency' | 'changedAt' | 'changedBy'>,
): Terms {
  const needed = <Key extends 'amount' | 'factor' | 'termMonths'>(key: Key, name: string) => {
    const value = input[key] ?? held?.[key]
    if (value !== undefined) return value
    throw new ApiError('missing_field', `An offer needs ${name}.`, { param: `kept_offer.${name}` })
  }
  const { originationFee = held?.originationFee ?? null, payoffs } = input
  return {
    amount: needed('amount', 'amount'),
    factor: needed('factor', 'factor'),
    termMonths: needed('termMonths', 'term_months'),
    frequency: input.frequency ?? held?.frequency ?? 'daily',
    originationFee,
    payoffs:
      payoffs?.map((payoff) => ({ ...payoff, positionId: payoff.positionId ?? null })) ??
      held?.payoffs ??
      [],
    ...change,
  }
}

function price(
  { amount, factor, termMonths, frequency, originationFee, payoffs, currency }: Terms,
  startDate: string,
): Pick<KeptOffer, 'payment' | 'purchasedAmount' | 'netFunded'> {
  const cents = (value: number, param: string): number => {
    const exact = toCents(value, currency)
    if (exact !== null) return exact
    throw new ApiError('invalid_amount', undefined, { param })
  }
  const share = originationFee ?? 0
  const quote = computeQuote({
    advance: cents(amount, 'kept_offer.amount'),
    factor,
    termMonths,
    frequency,
    startDate,
    fees: [{ name: 'origination', amount: null, share, isDeducted: true }],
    payoffs: payoffs.map((payoff, index) => ({
      ...payoff,
      amount: cents(payoff.amount, `kept_offer.payoffs[${index}].amount`),
    })),
  })
  const major = (value: number): number => toMajor(value, currency)
  return {
    payment: major(quote.payment),
    purchasedAmount: major(quote.purchasedAmount),
    netFunded: major(quote.netFunded),
  }
}

const EVENTS = { draft: 'Offer saved', sent: 'Offer sent', withdrawn: 'Offer withdrawn' }

/** The timeline's sentence: `Offer saved: $30,000 at 1.34 over 9 months`. */
export function describeOfferChange(before: KeptOffer | null, after: KeptOffer | null): string {
  if (after === null) return before === null ? 'No offer' : `Offer removed: ${formatOffer(before)}`
  return `${EVENTS[after.state]}: ${formatOffer(after)}`
}
