import type {
  Submission,
  SubmissionComputeOffersParams,
  SubmissionOffers,
} from '../../../../../../clients/typescript/src/index.ts'

/** An advance that is tried, as its sliders stand. */
export interface Terms {
  advance: number
  factor: number
  /** Months. */
  term: number
  frequency: string
  /** Share of the advance that is kept back as a fee. */
  fee: number
  /** Positions that the advance pays off, by id. */
  payoffs: string[]
}

/** The same in the address, so that a calculation can be sent. */
export interface TermsSearch {
  advance?: string | undefined
  factor?: string | undefined
  term?: string | undefined
  frequency?: string | undefined
  fee?: string | undefined
  payoffs?: string | undefined
}

export const FREQUENCIES = ['daily', 'weekly', 'biweekly', 'monthly'] as const

const START: Terms = {
  advance: 25_000,
  factor: 1.3,
  term: 9,
  frequency: 'daily',
  fee: 0,
  payoffs: [],
}
/** To which amounts are rounded. */
export const STEP = 100

/**
 * As the address says, else as the deal keeps its offer, else the middle one of the suggested
 * offers, else what is requested.
 */
export function startTerms(
  search: TermsSearch,
  offers: SubmissionOffers | undefined,
  kept: Submission['keptOffer'] = null,
): Terms {
  // An address with terms has all that differ from nothing.
  const held = search.advance === undefined ? kept : null
  const suggested = held ? toTerms(held) : middle(offers)
  const requested = offers?.requested_amount ?? START.advance
  return {
    advance: number(search.advance) ?? held?.amount ?? roundStep(suggested?.advance ?? requested),
    factor: number(search.factor) ?? suggested?.factor ?? START.factor,
    term: number(search.term) ?? suggested?.term ?? START.term,
    frequency: search.frequency ?? suggested?.frequency ?? START.frequency,
    fee: number(search.fee) ?? suggested?.fee ?? START.fee,
    payoffs: search.payoffs?.split(',').filter(Boolean) ?? suggested?.payoffs ?? START.payoffs,
  }
}

function middle(offers: SubmissionOffers | undefined): Partial<Terms> | undefined {
  const offer = offers?.offers[Math.floor((offers.offers.length - 1) / 2)]
  if (offer === undefined) return undefined
  const { advance, factor, term, frequency } = offer
  return { advance, factor, term, frequency }
}

function toTerms(kept: NonNullable<Submission['keptOffer']>): Terms {
  const { amount, factor, termMonths, frequency, originationFee, payoffs } = kept
  return {
    advance: amount,
    factor,
    term: termMonths,
    frequency,
    fee: Math.round((originationFee ?? 0) * 10_000) / 100,
    payoffs: payoffs.flatMap(({ positionId }) => positionId ?? []),
  }
}

export function toSearch({ advance, factor, term, frequency, fee, payoffs }: Terms): TermsSearch {
  return {
    advance: String(advance),
    factor: String(factor),
    term: String(term),
    frequency,
    fee: fee === 0 ? undefined : String(fee),
    payoffs: payoffs.length === 0 ? undefined : payoffs.join(','),
  }
}

function number(text: string | undefined): number | null {
  const value = Number(text)
  return text === undefined || text === '' || !Number.isFinite(value) || value <= 0 ? null : value
}

function roundStep(amount: number): number {
  return Math.max(STEP, Math.floor(amount / STEP) * STEP)
}

export interface PayoffChoice {
  id: string
  name: string
  amount: number
}

/** As the service takes them; a payoff of what is owed by the middle estimate. */
export function toParams(
  terms: Terms,
  choices: readonly PayoffChoice[],
): SubmissionComputeOffersParams {
  const { advance, factor, term, frequency, fee, payoffs } = terms
  const chosen = choices.filter(({ id }) => payoffs.includes(id))
  return {
    advance,
    factor,
    term,
    frequency,
    ...(fee > 0 && { fees: [{ name: 'Origination fee', share: fee / 100, is_deducted: true }] }),
    ...(chosen.length > 0 && {
      payoffs: chosen.map(({ id, name, amount }) => ({ name, amount, position_id: id })),
    }),
  }
}

/** The right end of the slider: room above every limit, the request and the value itself. */
export function highestAdvance(
  advance: number,
  limits: readonly { amount: number | null }[],
  requested: number | null,
): number {
  const known = limits.map(({ amount }) => amount ?? 0)
  const highest = Math.max(50_000, advance, (requested ?? 0) * 1.25, Math.max(0, ...known) * 1.25)
  return Math.ceil(highest / 10_000) * 10_000
}

const BUSINESS_DAYS_PER_MONTH = 21

export interface DailyCash {
  /** True revenue of a business day, and what the payments take of it. */
  revenue: number
  existing: number
  offered: number
  left: number
}

/**
 * What a business day brings in and what the advances take of it, in place of the amounts of a
 * month; null where the revenue is not known.
 */
export function computeDailyCash(
  monthlyRevenue: number | null,
  holdbackAfter: number | null,
  monthlyPayment: number,
): DailyCash | null {
  if (monthlyRevenue === null || holdbackAfter === null || monthlyRevenue <= 0) return null
  const revenue = monthlyRevenue / BUSINESS_DAYS_PER_MONTH
  const offered = monthlyPayment / BUSINESS_DAYS_PER_MONTH
  const existing = Math.max(0, holdbackAfter * revenue - offered)
  return { revenue, existing, offered, left: revenue - existing - offered }
}
