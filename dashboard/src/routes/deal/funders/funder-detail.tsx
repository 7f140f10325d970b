import { useState } from 'react'
import type {
  FunderForSubmission,
  FunderMatch,
  FunderMatchCriteria,
} from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { formatCounted, formatMoney, formatPercent, toWords } from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'
import { Value } from '../evidence/value.tsx'
import { isSendable } from './funder-rows.ts'
import { LinkTrail } from './link-trail.tsx'
import { OfferTable } from './offer-table.tsx'
import { ResponseDialog } from './response-dialog.tsx'
import { describeCriterion } from './criterion.ts'

interface Props {
  row: FunderForSubmission
  onSend: () => void
}

/** Each criterion with the value of the deal, and the trail of what was sent and what came back. */
export function FunderDetail({ row, onSend }: Props) {
  const can = useCan()
  const { funder_name, match, link } = row
  const [isResponding, setResponding] = useState(false)
  const isWriter = can('funders:write')
  return (
    <section aria-label={`Details of ${funder_name}`} className="row-detail grid gap-4 py-1">
      {match && <Criteria match={match} />}
      {match && <Estimate match={match} />}
      {link && <OfferTable link={link} />}
      {link && <LinkTrail link={link} />}
      {isWriter && (
        <div className="flex flex-wrap gap-2 no-print">
          {isSendable(row) && (
            <button type="button" className="button" onClick={onSend}>
              Send
            </button>
          )}
          {link && (
            <button type="button" className="button" onClick={() => setResponding(true)}>
              Record a response
            </button>
          )}
        </div>
      )}
      {isResponding && link && <ResponseDialog link={link} onClose={() => setResponding(false)} />}
    </section>
  )
}

const RESULTS: Record<string, string> = {
  pass: 'passed',
  fail: 'failed',
  near_miss: 'near_miss',
  missing_data: 'missing_data',
}

function Criteria({ match: { criteria, missing_documents } }: { match: FunderMatch }) {
  return (
    <div>
      <h3 className="label">Criteria</h3>
      <ul>
        {criteria.map((criterion) => (
          <li
            key={`${criterion.name} ${String(criterion.expected)}`}
            className="flex flex-wrap items-baseline gap-x-4 border-t border-hairline py-1"
          >
            <span className="w-[110px]">
              <Status state={RESULTS[criterion.result] ?? criterion.result} />
            </span>
            <span className="min-w-0 flex-1 basis-[260px]">
              {describeCriterion(criterion)}
              {!criterion.is_hard && <span className="chip ml-2">preferred</span>}
            </span>
            <Evidence criterion={criterion} />
          </li>
        ))}
      </ul>
      {missing_documents.length > 0 && (
        <p className="caution">
          ▲ The funder also requires: {missing_documents.map(toWords).join(', ')}
        </p>
      )}
    </div>
  )
}

function Evidence({ criterion: { evidence, metric, name } }: { criterion: FunderMatchCriteria }) {
  if (evidence === null || evidence.transactions_count === 0 || metric === null) return null
  return (
    <Value label={toWords(name)} target={{ kind: 'metric', name: metric }}>
      {formatCounted(evidence.transactions_count, 'row')}
    </Value>
  )
}

function Estimate({ match }: { match: FunderMatch }) {
  const { estimated_offer: offer, offer_limits, no_offer_reason } = match
  if (offer === null)
    return no_offer_reason === null ? null : <p className="text-muted">{no_offer_reason}</p>
  const money = (value: number | null) => formatMoney(value, 'USD')
  const limits = offer_limits.filter(({ amount }) => amount !== null)
  return (
    <p>
      <span className="label">Could offer</span>{' '}
      <strong className="text-ink">{money(offer.amount)}</strong> at {offer.factor} over{' '}
      {formatCounted(offer.term_months, 'month')}, {offer.payment} {offer.frequency}, holdback{' '}
      {formatPercent(offer.holdback)}; {toWords(offer.binding_limit).toLowerCase()} binds
      <span className="meta">
        {' '}
        ({limits.map(({ name, amount }) => `${name} ${money(amount)}`).join(', ')})
      </span>
    </p>
  )
}
