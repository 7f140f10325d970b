import type { SubmissionOffersResult } from '../../../../../../clients/typescript/src/index.ts'
import {
  formatCents,
  formatDay,
  formatMoney,
  formatPercent,
  formatCounted,
} from '../../../../format/values.ts'

type Offered = Pick<SubmissionOffersResult, 'offer' | 'currency'>

const PER: Record<string, string> = {
  daily: 'each business day',
  weekly: 'each week',
  biweekly: 'every two weeks',
  monthly: 'each month',
}

export function nameFrequency(frequency: string): string {
  return PER[frequency] ?? frequency
}

/** `$60,000 at 1.30 over 9 months`, with what it pays off. */
export function describeTerms({ offer, currency }: Offered): string {
  const { advance, factor, term, payoffs, fees_total } = offer
  const months = formatCounted(term, 'month')
  return [
    `${formatMoney(advance, currency)} at ${factor.toFixed(2)} over ${months}`,
    fees_total > 0 && `${formatMoney(fees_total, currency)} fee`,
    payoffs.length > 0 && `pays off ${payoffs.map(({ name }) => name).join(' and ')}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The offer as a paragraph for a mail. */
export function describeOffer(offered: Offered): string {
  const { offer, currency } = offered
  const money = (value: number) => formatMoney(value, currency)
  return [
    `${describeTerms(offered)}.`,
    `${formatCounted(offer.payments_count, 'payment')} of ${formatCents(offer.payment)} ${nameFrequency(offer.frequency)}, ` +
      `the last on ${formatDay(offer.last_payment_date)}.`,
    `To repay ${money(offer.purchased_amount)}, net funded ${money(offer.net_funded)}, ` +
      `estimated APR ${formatPercent(offer.estimated_apr)}.`,
  ].join(' ')
}
