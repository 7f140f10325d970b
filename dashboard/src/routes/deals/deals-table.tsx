import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import type { Submission } from '../../../../clients/typescript/src/index.ts'
import { isRunning } from '../../data/progress.ts'
import {
  formatAgo,
  formatCounted,
  formatPercent,
  formatWhole,
  toWords,
  UNKNOWN,
} from '../../format/values.ts'
import { Grade, Status } from '../../parts/marks.tsx'

interface Props {
  ref: Ref<HTMLTableElement>
  rows: Submission[]
  /** The row that the keys are at. */
  current: number
  sort: string | undefined
  onSort: (next: { sort: string | undefined }) => void
}

export function DealsTable({ ref, rows, current, sort, onSort }: Props) {
  const now = Date.now()
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of deals">
      <table ref={ref} className="ledger">
        <caption className="sr-only">{formatCounted(rows.length, 'deal')}</caption>
        <thead>
          <tr>
            <SortHead name="name" label="Deal" sort={sort} onSort={onSort} />
            <th scope="col">Status</th>
            <th scope="col">Grade</th>
            <th scope="col" className="num">
              True revenue / mo
            </th>
            <th scope="col" className="num">
              Average balance
            </th>
            <th scope="col" className="num">
              Positions
            </th>
            <th scope="col" className="num">
              Coverage
            </th>
            <th scope="col" className="num">
              Reconciled
            </th>
            <SortHead name="created_at" label="Created" sort={sort} onSort={onSort} isDescending />
          </tr>
        </thead>
        <tbody>
          {rows.map((deal, index) => (
            <DealRow key={deal.id} deal={deal} isCurrent={index === current} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SortProps {
  name: string
  label: string
  sort: string | undefined
  onSort: Props['onSort']
  isDescending?: boolean
}

function SortHead({ name, label, sort, onSort, isDescending = false }: SortProps) {
  const shown = sort ?? '-created_at'
  const isShown = shown === name || shown === `-${name}`
  const isDown = shown === `-${name}`
  const direction = isDown ? 'descending' : 'ascending'
  const next = isShown ? (isDown ? name : `-${name}`) : isDescending ? `-${name}` : name
  return (
    <th scope="col" aria-sort={isShown ? direction : 'none'}>
      <button type="button" className="value-button" onClick={() => onSort({ sort: next })}>
        {label}
        <span aria-hidden="true">{isShown ? (isDown ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  )
}

function DealRow({ deal, isCurrent, now }: { deal: Submission; isCurrent: boolean; now: number }) {
  const { id, name, status, latest, counts, dataQuality, createdAt } = deal
  return (
    <tr aria-selected={isCurrent || undefined}>
      <th scope="row">
        <Link to="/deals/$id" params={{ id }} className="font-semibold !text-ink">
          {name}
        </Link>
        <div className="meta">{describe(deal)}</div>
      </th>
      <td>
        <Status state={status} />
      </td>
      <td>{latest?.paperGrade ? <Grade grade={latest.paperGrade} of="Grade" /> : UNKNOWN}</td>
      <td className="num">{formatWhole(latest?.monthlyTrueRevenue)}</td>
      <td className="num">{formatWhole(latest?.averageDailyBalance)}</td>
      <td className="num">{latest === null ? UNKNOWN : counts.positions}</td>
      <td className="num">{formatPercent(dataQuality?.coverageRatio)}</td>
      <td className="num">{formatPercent(dataQuality?.reconciliationRate)}</td>
      <td className="whitespace-nowrap text-faint">{formatAgo(createdAt, now)}</td>
    </tr>
  )
}

/** What stands under the name: why it failed, how far it is, or what it holds. */
function describe({ status, failure, counts, externalId, dealStage }: Submission): string {
  if (failure !== null) return failure.message
  const documents = formatCounted(counts.documents, 'document')
  if (isRunning(status)) return `${documents}, being read`
  return [
    externalId,
    dealStage === null ? null : toWords(dealStage),
    documents,
    formatCounted(counts.transactions, 'transaction'),
  ]
    .filter(Boolean)
    .join(' · ')
}
