import { formatMoney } from '../../../core/values/paper/figure-text.ts'
import { formatCounted } from '../../../core/values/text.ts'
import type { KeptOffer } from './store.ts'

/** `$30,000 at 1.34 over 9 months`. */
export function formatOffer({ amount, currency, factor, termMonths }: KeptOffer): string {
  const money = formatMoney(amount, currency).replace(/\.00$/, '')
  return `${money} at ${factor.toFixed(2)} over ${formatCounted(termMonths, 'month')}`
}

/** The same with its state; null without an offer. */
export function formatOfferState(offer: KeptOffer | null): string | null {
  return offer && `${formatOffer(offer)}, ${offer.state}`
}
