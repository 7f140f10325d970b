import type { FunderLink, FunderLinkOffer } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import {
  formatCents,
  formatDay,
  formatMoney,
  formatPercent,
  formatCounted,
} from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'
import { updateLink } from './update-link.ts'

/** Offers of a funder, each with what it costs; one can be accepted. */
export function OfferTable({ link }: { link: FunderLink }) {
  if (link.offers.length === 0) return null
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Offers">
      <table className="ledger">
        <caption className="sr-only">Offers of {link.funder_name}</caption>
        <thead>
          <tr>
            <th scope="col" className="num">
              Amount
            </th>
            <th scope="col" className="num">
              Payment
            </th>
            <th scope="col" className="num">
              Holdback
            </th>
            <th scope="col">Status</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {link.offers.map((offer) => (
            <OfferRow key={offer.id} link={link} offer={offer} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const OPEN = new Set(['received', 'shown'])
/** Where nothing more is agreed with the funder. */
const OVER = new Set(['withdrawn', 'declined', 'expired', 'funded'])

interface RowProps {
  link: FunderLink
  offer: FunderLinkOffer
}

function OfferRow({ link, offer }: RowProps) {
  const can = useCan()
  const name = formatMoney(offer.amount, 'USD')
  const decide = (status: 'accepted' | 'rejected') => () =>
    void updateLink(
      link,
      {
        offers: [{ id: offer.id, status }],
        ...(status === 'accepted' && link.status === 'offered' && { status: 'accepted' }),
      },
      `${link.funder_name}: ${name} ${status}`,
    )
  return (
    <tr>
      <td className="num">
        <strong className="text-ink">{name}</strong>
        <div className="meta">
          at {offer.factor} over {formatCounted(offer.term_months, 'month')}
        </div>
      </td>
      <td className="num">
        {formatCents(offer.payment)}
        <div className="meta">{offer.frequency}</div>
      </td>
      <td className="num">
        {formatPercent(offer.holdback)}
        <div className="meta">APR {formatPercent(offer.apr)}</div>
      </td>
      <td>
        <Status state={offer.status} />
        {offer.expires_at !== null && (
          <div className="meta">until {formatDay(offer.expires_at)}</div>
        )}
        {offer.stips.length > 0 && <div className="meta">{offer.stips.join(', ')}</div>}
      </td>
      <td className="num no-print">
        {can('funders:write') && OPEN.has(offer.status) && !OVER.has(link.status) && (
          <>
            <button
              type="button"
              className="button -my-1"
              aria-label={`Accept ${name}`}
              onClick={decide('accepted')}
            >
              Accept
            </button>{' '}
            <button
              type="button"
              className="button quiet -my-1"
              aria-label={`Reject ${name}`}
              onClick={decide('rejected')}
            >
              Reject
            </button>
          </>
        )}
      </td>
    </tr>
  )
}
