import type { Row } from './use-transactions.ts'

export interface RowListProps {
  id: string
  rows: readonly Row[]
  total: number
  hasMore: boolean
  /** Whether they are those of the filters before, until the new ones are here. */
  isStale: boolean
  onMore: () => void
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  sort: string | undefined
  onSort: (sort: string) => void
  onRevenue: (row: Row) => void
  onCategory: (row: Row) => void
  /** Corrects what is chosen. */
  onCorrect: () => void
  /** The filters that the rows fit, by name. */
  filters: string
}

/** The head of the table: select all that is read, and the two orders. */
export function RowHeads(props: RowListProps) {
  const { rows, isStale, selected, onSelect, sort = '-date', onSort } = props
  const areAll = rows.length > 0 && selected.size === rows.length
  return (
    <thead>
      <tr>
        <th scope="col" className="w-10">
          <input
            type="checkbox"
            aria-label="Select every row that is shown"
            checked={areAll}
            disabled={isStale}
            onChange={() => onSelect(new Set(areAll ? [] : rows.map((row) => row.id)))}
          />
        </th>
        <SortHead name="date" label="Date" sort={sort} onSort={onSort} className="w-[112px]" />
        <th scope="col">Description</th>
        <th scope="col" className="w-[22%]">
          Category
        </th>
        <th scope="col" className="w-[88px]">
          Revenue
        </th>
        <SortHead
          name="amount"
          label="Amount"
          sort={sort}
          onSort={onSort}
          className="num w-[120px]"
        />
        <th scope="col" className="num w-[120px]">
          Balance
        </th>
      </tr>
    </thead>
  )
}

interface SortHeadProps {
  name: string
  label: string
  sort: string
  onSort: (sort: string) => void
  className: string
}

function SortHead({ name, label, sort, onSort, className }: SortHeadProps) {
  const isDown = sort === `-${name}`
  const isShown = isDown || sort === name
  const direction = isDown ? 'descending' : 'ascending'
  return (
    <th scope="col" className={className} aria-sort={isShown ? direction : 'none'}>
      <button
        type="button"
        className="value-button"
        onClick={() => onSort(isDown ? name : `-${name}`)}
      >
        {label}
        <span aria-hidden="true">{isShown ? (isDown ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  )
}
