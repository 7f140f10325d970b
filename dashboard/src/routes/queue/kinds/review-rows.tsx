import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Transaction } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCounted } from '../../../format/values.ts'
import { Loading } from '../../../parts/page.tsx'
import { useShortcuts } from '../../../shell/keys.ts'
import { CorrectionDialog } from '../../deal/transactions/correction-dialog.tsx'
import { ImpactStrip } from '../../deal/transactions/impact-strip.tsx'
import { useCorrection, type Correction } from '../../deal/transactions/use-correction.ts'
import { Choices } from '../choices.tsx'
import type { KindProps } from '../kind.ts'
import { ReviewRow } from './review-row.tsx'

const ROWS_MAX = 200

/** Rows nobody is sure of: accepted or corrected one by one, and what is alike learns from it. */
export function ReviewRows(props: KindProps) {
  const { id } = props.deal
  const rows = useQuery({
    queryKey: keyed('deal', id, 'review-rows'),
    queryFn: () =>
      api.transactions
        .list({ submission_id: id, needs_review: true, limit: ROWS_MAX })
        .toArray({ max: ROWS_MAX })
        .then((list) => list.toSorted((one, other) => size(other) - size(one))),
  })
  return (
    <Loading query={rows} height={320}>
      {(list) => <Rows {...props} list={list} />}
    </Loading>
  )
}

/** The most money comes first, whichever way it went. */
function size({ amount }: Transaction): number {
  return Math.abs(amount)
}

function Rows({ deal: { id }, onDone, list }: KindProps & { list: readonly Transaction[] }) {
  const can = useCan()
  const [settled, setSettled] = useState<readonly string[]>([])
  const correction = useCorrection(id, () => setSettled((before) => before.slice(0, -1)))
  const [at, setAt] = useState(0)
  const [correcting, setCorrecting] = useState<string | null>(null)
  const open = list.filter((row) => !settled.includes(row.id))
  const row = open[Math.min(at, open.length - 1)]
  const settle = (rowId: string, what: Correction): void => {
    setSettled([...settled, rowId])
    setCorrecting(null)
    void correction.apply([rowId], what)
  }
  useShortcuts([
    { keys: 'ArrowDown', label: 'Next row', run: () => setAt(Math.min(at + 1, open.length - 1)) },
    { keys: 'ArrowUp', label: 'Row before', run: () => setAt(Math.max(at - 1, 0)) },
  ])
  const isOver = open.length === 0
  useEffect(() => {
    if (isOver && settled.length === 0) onDone()
  }, [isOver, settled.length, onDone])
  return (
    <div className="kind">
      <ImpactStrip impact={correction.impact} onClose={correction.dismiss} />
      <p className="meta" role="status">
        {isOver ? 'Every row is decided.' : `${formatCounted(open.length, 'row')} to look at`}
      </p>
      {can('transactions:write') && (
        <Choices
          choices={
            row === undefined
              ? [{ keys: 'a', label: 'Next in the queue', isPrimary: true, run: onDone }]
              : listChoices(row, { settle, onCategory: () => setCorrecting(row.id) })
          }
        />
      )}
      {settled.length > 0 && (
        <button
          type="button"
          className="button quiet justify-self-start no-print"
          onClick={() => void correction.undo()}
        >
          Undo the last one
        </button>
      )}
      <ul aria-label="Rows">
        {open.map((one, index) => (
          <ReviewRow
            key={one.id}
            id={id}
            row={one}
            isCurrent={one === row}
            onSelect={() => setAt(index)}
          />
        ))}
      </ul>
      {correcting !== null && (
        <CorrectionDialog
          ids={[correcting]}
          rows={open.filter((one) => one.id === correcting)}
          onApply={([rowId], what) => rowId !== undefined && settle(rowId, what)}
          onClose={() => setCorrecting(null)}
        />
      )}
    </div>
  )
}

interface Deciding {
  settle: (rowId: string, what: Correction) => void
  onCategory: () => void
}

function listChoices(row: Transaction, { settle, onCategory }: Deciding) {
  const [category] = row.categories
  return [
    {
      keys: 'a',
      label: category ? `Accept: ${category.name}` : 'Accept',
      isPrimary: true,
      isDisabled: !category,
      run: () => category && settle(row.id, { category: category.slug }),
    },
    {
      keys: 's',
      label: 'Accept all similar',
      isDisabled: !category,
      run: () =>
        category && settle(row.id, { category: category.slug, apply_to: 'similar_in_submission' }),
    },
    { keys: 'c', label: 'Other category', run: onCategory },
    {
      keys: 'r',
      label: row.is_revenue ? 'Not revenue' : 'Count as revenue',
      run: () => settle(row.id, { is_revenue: !row.is_revenue }),
    },
  ]
}
