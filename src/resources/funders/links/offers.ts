import { fundingDate } from '../../../core/analytics/offers/propose.ts'
import { computeQuote } from '../../../core/analytics/offers/quote.ts'
import { toCents, toMajor } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { loadLedger } from '../../ledgers/ledgers.ts'
import { requireOfferTransition } from './lifecycle.ts'
import type { OfferInput } from './schemas.ts'
import type { LinkRow, OfferRecord } from './store.ts'

/**
 * The offers of a link after these changes; payment, net amount and APR follow from the terms.
 * Throws `offer_not_found`, `missing_field`, `invalid_state_transition`, `invalid_amount`.
 */
export async function offersAfter(
  ctx: Context,
  { submissionId, body }: LinkRow,
  inputs: readonly OfferInput[],
): Promise<OfferRecord[]> {
  const ledger = await loadLedger(ctx, submissionId)
  const startDate = fundingDate(ledger) ?? new Date(ctx.house.now()).toISOString().slice(0, 10)
  const offers = [...body.offers]
  for (const [index, input] of inputs.entries()) {
    const param = `offers[${index}]`
    const place = input.id === undefined ? -1 : offers.findIndex(({ id }) => id === input.id)
    if (input.id !== undefined && place === -1)
      throw new ApiError('offer_not_found', undefined, { param: `${param}.id` })
    const after = computed(merged(offers[place], input, param), {
      currency: ledger.currency,
      startDate,
      param,
    })
    offers.splice(place === -1 ? offers.length : place, 1, after)
  }
  if (offers.filter(({ status }) => status === 'accepted').length > 1) {
    const message = 'Only one offer of a funder can be accepted.'
    throw new ApiError('invalid_state_transition', message, { param: 'offers' })
  }
  return offers
}

type Terms = Omit<OfferRecord, 'payment' | 'netFunded' | 'apr'>

function merged(before: OfferRecord | undefined, input: OfferInput, param: string): Terms {
  const status = input.status ?? before?.status ?? 'received'
  requireOfferTransition(before?.status ?? 'received', status, `${param}.status`)
  const needed = <Key extends 'amount' | 'factor' | 'termMonths'>(key: Key, name: string) => {
    const value = input[key] ?? before?.[key]
    if (value !== undefined) return value
    throw new ApiError('missing_field', `An offer needs ${name}.`, { param: `${param}.${name}` })
  }
  const optional = <Value>(given: Value | undefined, held: Value | undefined): Value | null =>
    given === undefined ? (held ?? null) : given
  return {
    id: before?.id ?? randomUUIDv7(),
    amount: needed('amount', 'amount'),
    factor: needed('factor', 'factor'),
    termMonths: needed('termMonths', 'term_months'),
    frequency: input.frequency ?? before?.frequency ?? 'daily',
    holdback: optional(input.holdback, before?.holdback),
    commission: optional(input.commission, before?.commission),
    originationFee: optional(input.originationFee, before?.originationFee),
    expiresAt: optional(input.expiresAt, before?.expiresAt),
    status,
    stips: input.stips ?? before?.stips ?? [],
  }
}

function computed(
  offer: Terms,
  { currency, startDate, param }: { currency: string; startDate: string; param: string },
): OfferRecord {
  const advance = toCents(offer.amount, currency)
  if (advance === null || advance <= 0) {
    const message = `${param}.amount must be an amount above zero.`
    throw new ApiError('invalid_amount', message, { param: `${param}.amount` })
  }
  const { factor, termMonths, frequency, originationFee: share } = offer
  const fee = { name: 'origination', amount: null, share, isDeducted: true }
  const fees = share === null ? [] : [fee]
  const quote = computeQuote({
    advance,
    factor,
    termMonths,
    frequency,
    startDate,
    fees,
    payoffs: [],
  })
  return {
    ...offer,
    payment: toMajor(quote.payment, currency),
    netFunded: toMajor(quote.netFunded, currency),
    apr: quote.rate === null ? null : Number(quote.rate.nominal.toFixed(4)),
  }
}
