import { Link } from '@tanstack/react-router'
import type { Submission } from '../../../../clients/typescript/src/index.ts'
import { isRunning } from '../../data/progress.ts'
import { formatCounted, toWords, UNKNOWN } from '../../format/values.ts'
import type { DealColumn } from './columns.tsx'

interface Props {
  rows: readonly Submission[]
  columns: readonly DealColumn[]
  /** The row that the keys are at. */
  current: number
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  sort: string | undefined
  onSort: (next: { sort: string | undefined }) => void
}

export function DealsTable({ rows, columns, current, selected, onSelect, sort, onSort }: Props) {
  const toggle = (id: string): void => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  const areAll = rows.every(({ id }) => selected.has(id))
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of deals">
      <table className="ledger">
        <caption className="sr-only">{formatCounted(rows.length, 'deal')}</caption>
        <thead>
          <tr>
            <td className="w-8">
              <input
                type="checkbox"
                aria-label="Select every deal that is shown"
                checked={areAll}
                onChange={() => onSelect(new Set(areAll ? [] : rows.map(({ id }) => id)))}
              />
            </td>
            <Head label="Deal" order={{ by: 'name' }} sort={sort} onSort={onSort} />
            {columns.map(({ field, label, isNumber, sort: order }) => (
              <Head key={field} {...{ label, isNumber, order, sort, onSort }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((deal, index) => (
            <DealRow
              key={deal.id}
              deal={deal}
              columns={columns}
              isCurrent={index === current}
              isSelected={selected.has(deal.id)}
              onToggle={() => toggle(deal.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps {
  label: string
  isNumber?: boolean | undefined
  order: DealColumn['sort'] | undefined
  sort: string | undefined
  onSort: Props['onSort']
}

function Head({ label, isNumber, order, sort = '-created_at', onSort }: HeadProps) {
  const className = isNumber ? 'num' : ''
  if (order === undefined)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  const { by, isDescending = false } = order
  const isDown = sort === `-${by}`
  const isShown = isDown || sort === by
  const next = isShown ? (isDown ? by : `-${by}`) : isDescending ? `-${by}` : by
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isShown ? (isDown ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className="value-button" onClick={() => onSort({ sort: next })}>
        {label}
        <span aria-hidden="true">{isShown ? (isDown ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  )
}

interface RowProps {
  deal: Submission
  columns: readonly DealColumn[]
  isCurrent: boolean
  isSelected: boolean
  onToggle: () => void
}

function DealRow({ deal, columns, isCurrent, isSelected, onToggle }: RowProps) {
  const { id, name } = deal
  return (
    <tr aria-selected={isSelected || isCurrent || undefined} data-current={isCurrent || undefined}>
      <td>
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={onToggle}
        />
      </td>
      <th scope="row">
        <Link to="/deals/$id" params={{ id }} className="font-semibold !text-ink">
          {name}
        </Link>
        <div className="meta">{describe(deal)}</div>
      </th>
      {columns.map(({ field, isNumber, value, show }) => (
        <td key={field} className={isNumber ? 'num' : ''}>
          {show === undefined ? (value(deal) ?? UNKNOWN) : show(deal)}
        </td>
      ))}
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
