import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useRowKeys } from '../../../parts/row-keys.ts'
import { useStable } from '../../../parts/use-stable.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { RowHeads, type RowListProps } from './row-heads.tsx'
import { TransactionRow } from './transaction-row.tsx'
import type { Row } from './use-transactions.ts'

const ROW_HEIGHT = 44
const OVERSCAN = 12
/** The next page is read when so many rows are left below. */
const AHEAD_ROWS = 120

/** A table of any length, of which only the rows in sight are drawn. */
export function RowList(props: RowListProps) {
  const { id, rows, total, hasMore, onMore, selected, onSelect } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  const lastIndex = last?.index ?? 0
  useEffect(() => {
    if (hasMore && lastIndex > rows.length - AHEAD_ROWS) onMore()
  }, [hasMore, lastIndex, rows.length, onMore])
  const toggle = useStable((rowId: string) => {
    const next = new Set(selected)
    if (!next.delete(rowId)) next.add(rowId)
    onSelect(next)
  })
  const at = useKeys(props, toggle)
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at)
  }, [at, virtual])
  return (
    <section className="panel" aria-label="Transactions">
      <div
        ref={scroller}
        className="row-scroller"
        tabIndex={0}
        role="group"
        aria-label="Table of transactions"
      >
        <table className="ledger rows" aria-rowcount={total + 1} aria-busy={props.isStale}>
          <caption className="sr-only">Transactions</caption>
          <RowHeads {...props} />
          <tbody>
            <Spacer height={first?.start ?? 0} />
            {items.map(({ index }) => (
              <TransactionRow
                key={rows[index]!.id}
                id={id}
                row={rows[index]!}
                index={index}
                isCurrent={index === at}
                isSelected={selected.has(rows[index]!.id)}
                onToggle={toggle}
                onRevenue={props.onRevenue}
                onCategory={props.onCategory}
              />
            ))}
            <Spacer height={virtual.getTotalSize() - (last?.end ?? 0)} />
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** From row to row and what is done with one; rows that are about to be replaced are left alone. */
function useKeys(props: RowListProps, toggle: (rowId: string) => void): number {
  const { id, rows, isStale, selected, filters, sort } = props
  const navigate = useNavigate()
  const open = (row: Row | undefined): void => {
    if (row?.document_id == null || isStale) return
    const params = { id, documentId: row.document_id }
    const search = { row: row.id, page: String(row.evidence.page ?? 1) }
    void navigate({ to: '/deals/$id/documents/$documentId', params, search })
  }
  const at = useRowKeys(rows.length, (index) => open(rows[index]), `${filters} ${sort ?? ''}`)
  const withRow = (work: (row: Row) => void) => () => {
    const row = rows[at]
    if (row !== undefined && !isStale) work(row)
  }
  useShortcuts([
    { keys: 'x', label: 'Choose the row', run: withRow((row) => toggle(row.id)) },
    { keys: 's', label: 'See the row on its page', run: withRow(open) },
    { keys: 'r', label: 'Count as revenue, or not', run: withRow(props.onRevenue) },
    {
      keys: 'c',
      label: 'Set the category',
      run: selected.size > 0 ? props.onCorrect : withRow(props.onCategory),
    },
  ])
  return at
}

/** Stands for the rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden="true" className="spacer">
      <td colSpan={7} style={{ height }} />
    </tr>
  )
}
