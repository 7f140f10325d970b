import { Fragment } from 'react'
import type { FunderForSubmission } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import {
  formatCounted,
  formatMoney,
  formatPercent,
  toWords,
  UNKNOWN,
} from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'
import { useRowKeys } from '../../../parts/row-keys.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { FunderDetail } from './funder-detail.tsx'
import { isSendable, listFails } from './funder-rows.ts'
import { readState } from './link-state.ts'

interface Props {
  rows: FunderForSubmission[]
  openId: string | undefined
  chosen: readonly string[]
  onOpen: (funderId: string | undefined) => void
  onChoose: (funderIds: string[]) => void
  onSend: (funderIds: readonly string[]) => void
}

const COLUMNS = 7
const FAILS_SHOWN = 3

/** One funder a row: how well the deal fits, what it fails, and where it stands there. */
export function FundersTable({ rows, openId, chosen, onOpen, onChoose, onSend }: Props) {
  const isWriter = useCan()('funders:write')
  const toggle = (funderId: string): void => onOpen(openId === funderId ? undefined : funderId)
  const choose = (row: FunderForSubmission | undefined): void => {
    if (row === undefined || !isWriter || !isSendable(row)) return
    const rest = chosen.filter((one) => one !== row.funder_id)
    onChoose(rest.length < chosen.length ? rest : [...chosen, row.funder_id])
  }
  const current = useRowKeys(rows.length, (index) => toggle(rows[index]!.funder_id))
  useShortcuts([
    { keys: 'x', label: 'Choose the funder', run: () => choose(rows[current]) },
    {
      keys: 's',
      label: 'Send to the chosen',
      run: () => isWriter && chosen.length > 0 && onSend(chosen),
    },
  ])
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of funders">
      <table className="ledger">
        <caption className="sr-only">{formatCounted(rows.length, 'funder')}</caption>
        <Heads isWriter={isWriter} />
        <tbody>
          {rows.map((row, index) => (
            <Fragment key={row.funder_id}>
              <tr aria-selected={index === current || undefined}>
                {isWriter && (
                  <td className="no-print">
                    <input
                      type="checkbox"
                      className="size-5"
                      aria-label={`Choose ${row.funder_name}`}
                      disabled={!isSendable(row)}
                      checked={chosen.includes(row.funder_id)}
                      onChange={() => choose(row)}
                    />
                  </td>
                )}
                <FunderCells
                  row={row}
                  isOpen={row.funder_id === openId}
                  onToggle={() => toggle(row.funder_id)}
                />
              </tr>
              {row.funder_id === openId && (
                <tr>
                  <td colSpan={COLUMNS} className="!bg-surface">
                    <FunderDetail row={row} onSend={() => onSend([row.funder_id])} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Heads({ isWriter }: { isWriter: boolean }) {
  return (
    <thead>
      <tr>
        {isWriter && (
          <th scope="col" className="no-print">
            <span className="sr-only">Choose</span>
          </th>
        )}
        <th scope="col">Funder</th>
        <th scope="col">Match</th>
        <th scope="col" className="num">
          Fit
        </th>
        <th scope="col" className="num">
          Estimated offer
        </th>
        <th scope="col">Not met</th>
        <th scope="col">At the funder</th>
      </tr>
    </thead>
  )
}

interface CellsProps {
  row: FunderForSubmission
  isOpen: boolean
  onToggle: () => void
}

function FunderCells({ row, isOpen, onToggle }: CellsProps) {
  const { funder_name, match, link } = row
  const offer = match?.estimated_offer
  const fails = listFails(row)
  return (
    <>
      <th scope="row">
        <button
          type="button"
          className="value-button font-semibold text-ink"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {funder_name}
        </button>
        {match && <div className="meta pl-4">{match.policy_name}</div>}
      </th>
      <td>{match === null ? UNKNOWN : <Status state={match.status} />}</td>
      <td
        className="num valued min-w-[72px]"
        style={{ '--share': `${(match?.fit ?? 0) * 100}%` } as React.CSSProperties}
      >
        {formatPercent(match?.fit)}
      </td>
      <td className="num">
        {offer ? (
          <>
            {formatMoney(offer.amount, 'USD')}
            <div className="meta">
              {offer.factor} · {formatCounted(offer.term_months, 'month')}
            </div>
          </>
        ) : (
          UNKNOWN
        )}
      </td>
      <td>
        {fails.slice(0, FAILS_SHOWN).map(toWords).join(', ')}
        {fails.length > FAILS_SHOWN && ` and ${fails.length - FAILS_SHOWN} more`}
        {fails.length === 0 && UNKNOWN}
      </td>
      <td>
        {link === null ? UNKNOWN : <Status state={readState(link)} />}
        {link !== null && link.offers.length > 0 && (
          <div className="meta">{formatCounted(link.offers.length, 'offer')}</div>
        )}
      </td>
    </>
  )
}
