import { Link } from '@tanstack/react-router'
import type { Submission } from '../../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../../data/scopes.ts'
import {
  formatAgo,
  formatCents,
  formatMoney,
  formatPercent,
  toWords,
} from '../../../../format/values.ts'
import { Panel } from '../../../../parts/page.tsx'
import { nameFrequency } from './describe-offer.ts'
import { describeKept, markSent, withdrawOffer, type KeptOffer } from './keep-offer.ts'

interface Props {
  deal: Submission
  /** Whether the sliders that change it are on another page. */
  hasLink?: boolean
}

/** The offer that stands on the deal: its terms, its state, and who set it when. */
export function KeptOfferPanel({ deal, hasLink = false }: Props) {
  const mayWrite = useCan()('submissions:write')
  const { id, keptOffer: offer } = deal
  if (!offer) return null
  const { state, changedAt, changedBy } = offer
  return (
    <Panel
      title="Offer"
      note={`${toWords(state)}, ${formatAgo(changedAt, Date.now())} by ${changedBy}`}
      actions={
        <div className="flex flex-wrap gap-2 no-print">
          {hasLink && (
            <Link className="button" to="/deals/$id/positions" params={{ id }}>
              Change the terms
            </Link>
          )}
          {mayWrite && state === 'draft' && (
            <button type="button" className="button" onClick={() => void markSent(deal)}>
              Mark as sent
            </button>
          )}
          {mayWrite && state !== 'withdrawn' && (
            <button type="button" className="button" onClick={() => void withdrawOffer(deal)}>
              Withdraw
            </button>
          )}
        </div>
      }
    >
      <p className={state === 'withdrawn' ? 'text-muted line-through' : ''}>
        <strong className="text-ink">{describeKept(offer)}</strong>
        <span className="text-muted"> · {describePayments(offer)}</span>
      </p>
    </Panel>
  )
}

function describePayments(offer: KeptOffer): string {
  const { payment, frequency, purchasedAmount, netFunded, currency, originationFee } = offer
  return [
    `${formatCents(payment)} ${nameFrequency(frequency)}`,
    `to repay ${formatMoney(purchasedAmount, currency)}`,
    `net funded ${formatMoney(netFunded, currency)}`,
    originationFee ? `fee ${formatPercent(originationFee)}` : '',
    offer.payoffs.length > 0 ? `pays off ${offer.payoffs.map((one) => one.name).join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
