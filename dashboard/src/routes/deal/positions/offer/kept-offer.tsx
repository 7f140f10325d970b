import { Link } from '@tanstack/react-router'
import { useState } from 'react'
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
import { attempt } from '../../attempt.ts'
import { DecisionDialog } from '../../decision/decision-dialog.tsx'
import { listOpenIssues, type Issue } from '../../decision/open-issues.ts'
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
          {hasLink && mayWrite && (
            <Link className="button" to="/deals/$id/positions" params={{ id }}>
              Change the terms
            </Link>
          )}
          {mayWrite && state === 'draft' && <MarkSent deal={deal} />}
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

/** As every step by which the house commits itself: for a reason while something is open. */
function MarkSent({ deal }: { deal: Submission }) {
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const mark = async (): Promise<void> => {
    const open = await listOpenIssues(deal.id)
    if (open.length > 0) setIssues(open)
    else await markSent(deal)
  }
  return (
    <>
      <button type="button" className="button" onClick={() => void attempt(mark)}>
        Mark as sent
      </button>
      {issues.length > 0 && (
        <DecisionDialog
          title={`Offer sent: ${deal.name}`}
          action="Mark as sent"
          issues={issues}
          onDecide={(reason) => markSent(deal, reason)}
          onClose={() => setIssues([])}
        />
      )}
    </>
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
