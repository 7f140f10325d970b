import type {
  Submission,
  SubmissionUpdateParams,
} from '../../../../../../clients/typescript/src/index.ts'
import { keyed, queryClient, refreshDeal } from '../../../../data/queries.ts'
import { api } from '../../../../data/session.ts'
import { formatCounted, formatMoney } from '../../../../format/values.ts'
import { notify } from '../../../../parts/toasts.tsx'
import { attempt } from '../../attempt.ts'
import { COMMITTING, describeReturn } from '../../decision/committing.ts'
import type { PayoffChoice, Terms } from './terms.ts'

export type KeptOffer = NonNullable<Submission['keptOffer']>
type OfferInput = SubmissionUpdateParams['kept_offer']
type Deal = Pick<Submission, 'id' | 'keptOffer' | 'dealStage'>

/** `$30,000 at 1.34 over 9 months` */
export function describeKept({ amount, currency, factor, termMonths }: KeptOffer): string {
  const months = formatCounted(termMonths, 'month')
  return `${formatMoney(amount, currency)} at ${factor.toFixed(2)} over ${months}`
}

/** The terms of the sliders as the deal keeps them. */
export function toOffer(terms: Terms, choices: readonly PayoffChoice[]): OfferInput {
  const { advance, factor, term, frequency, fee, payoffs } = terms
  return {
    amount: advance,
    factor,
    term_months: term,
    frequency: frequency as KeptOffer['frequency'],
    origination_fee: fee > 0 ? fee / 100 : null,
    payoffs: choices
      .filter(({ id }) => payoffs.includes(id))
      .map(({ id, name, amount }) => ({ name, amount, position_id: id })),
    state: 'draft',
  }
}

/** An offer as it was before, so that a change can be taken back. */
function restore(offer: KeptOffer | null): OfferInput {
  if (offer === null) return null
  const { amount, factor, termMonths, frequency, originationFee, payoffs, state } = offer
  return {
    amount,
    factor,
    term_months: termMonths,
    frequency,
    origination_fee: originationFee,
    payoffs: payoffs.map(({ name, amount: owed, positionId }) => ({
      name,
      amount: owed,
      position_id: positionId,
    })),
    state,
  }
}

/** Changes the offer of a deal at once, with a way back for ten seconds, until it changes again. */
async function change(deal: Deal, params: SubmissionUpdateParams, text: string): Promise<void> {
  const after = await send(deal.id, params)
  if (after === undefined) return
  const { keptOffer: before, dealStage } = deal
  const commits = COMMITTING.has(dealStage) || (before?.state === 'sent' && dealStage !== null)
  const back = {
    kept_offer: restore(before),
    ...(params.deal_stage && { deal_stage: dealStage }),
    ...(commits && { decision_reason: describeReturn(text) }),
  }
  notify(after.keptOffer ? `${text}: ${describeKept(after.keptOffer)}` : text, () => {
    void takeBack(deal.id, { changedAt: after.keptOffer?.changedAt, back })
  })
}

/** Not where somebody has changed the offer since: what they did stays. */
async function takeBack(
  id: string,
  { changedAt, back }: { changedAt: string | undefined; back: SubmissionUpdateParams },
): Promise<void> {
  const now = await attempt(() => api.submissions.get(id))
  if (now === undefined) return
  if (now.keptOffer?.changedAt === changedAt) await send(id, back)
  else notify('Not taken back: the offer was changed since')
}

async function send(id: string, params: SubmissionUpdateParams): Promise<Submission | undefined> {
  const after = await attempt(() => api.submissions.update(id, params))
  if (after === undefined) return undefined
  await refreshDeal(id)
  await queryClient.invalidateQueries({ queryKey: keyed('deals') })
  return after
}

export function keepOffer(deal: Deal, offer: OfferInput): Promise<void> {
  return change(deal, { kept_offer: offer }, 'Offer saved')
}

/** The business has it, and the deal stands where the offer is out. */
export function markSent(deal: Deal, reason = ''): Promise<void> {
  const sent = { kept_offer: { state: 'sent' }, deal_stage: 'offer_out' }
  const why = reason === '' ? {} : { decision_reason: reason }
  return change(deal, { ...sent, ...why }, 'Offer sent')
}

export function withdrawOffer(deal: Deal): Promise<void> {
  return change(deal, { kept_offer: { state: 'withdrawn' } }, 'Offer withdrawn')
}
