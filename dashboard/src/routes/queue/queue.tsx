import { useEffect, type ReactNode } from 'react'
import { formatCounted } from '../../format/values.ts'
import { Empty, Fault, PageHead, Skeleton } from '../../parts/page.tsx'
import { notify } from '../../parts/toasts.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useShortcuts } from '../../shell/keys.ts'
import type { Holder } from './holder.ts'
import type { KindProps } from './kind.ts'
import { OpenItem } from './open-item.tsx'
import { findNext, nameReason, REASONS, type Counts, type QueueItem } from './queue-item.ts'
import { QueueList } from './queue-list.tsx'
import { HOLD_MS, useQueue } from './use-queue.ts'

type Name = 'reason' | 'item'

/** What waits for a person: one thing is open at a time, and deciding it opens the next. */
export function Queue() {
  const [search, change] = useAddress<Name>()
  const { list, items, counts, holder } = useQueue(search.reason)
  const open = items?.find(({ id }) => id === search.item) ?? items?.[0]
  const total = Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0)
  useEffect(() => {
    if (open === items?.at(-1) && list.hasNextPage && !list.isFetchingNextPage)
      void list.fetchNextPage()
  }, [open, items, list])
  return (
    <>
      <PageHead title="Queue" documentTitle={total > 0 ? `Queue (${total})` : 'Queue'}>
        <span className="meta" role="status">
          {items === undefined ? '' : `${formatCounted(total, 'item')} to decide`}
        </span>
      </PageHead>
      <Reasons
        counts={counts}
        chosen={search.reason}
        onChoose={(reason) => change({ reason, item: undefined })}
      />
      {list.error ? (
        <Fault error={list.error} onRetry={() => void list.refetch()} />
      ) : items === undefined ? (
        <Skeleton height={480} />
      ) : (
        <Triage
          items={items}
          open={open}
          holder={holder}
          onSelect={(item) => change({ item })}
          onRefresh={() => void list.refetch()}
          empty={<Nothing reason={search.reason} onClear={() => change({ reason: undefined })} />}
        />
      )}
    </>
  )
}

interface TriageProps {
  items: readonly QueueItem[]
  open: QueueItem | undefined
  holder: Holder
  onSelect: (itemId: string | undefined) => void
  onRefresh: () => void
  /** What is shown when nothing waits; what was decided last can still be undone. */
  empty: ReactNode
}

function Triage({ items, open, holder, onSelect, onRefresh, empty }: TriageProps) {
  const step = (by: number): void => {
    const next = items[items.findIndex(({ id }) => id === open?.id) + by]
    if (next !== undefined) onSelect(next.id)
  }
  const undo = (itemId?: string): void => {
    const taken = holder.takeBack(itemId)
    notify(taken === null ? 'It has been sent already' : `Undone: ${taken.text}`)
    if (taken !== null) onSelect(taken.itemId)
  }
  const decide: KindProps['onDecide'] = (item, what) => {
    onSelect(findNext(items, item.id)?.id)
    holder.hold({ itemId: item.id, reason: item.reason, ...what })
    notify(what.text, () => undo(item.id), HOLD_MS)
  }
  useShortcuts([
    { keys: 'j', label: 'Next in the queue', run: () => step(1) },
    { keys: 'k', label: 'Before in the queue', run: () => step(-1) },
    { keys: 'u', label: 'Undo the last decision', run: () => undo() },
  ])
  if (open === undefined) return empty
  return (
    <div className="triage">
      <QueueList items={items} open={open} onSelect={({ id }) => onSelect(id)} />
      <OpenItem
        key={open.id}
        item={open}
        onDecide={decide}
        onDone={() => {
          onSelect(findNext(items, open.id)?.id)
          onRefresh()
        }}
      />
    </div>
  )
}

interface ReasonsProps {
  counts: Counts
  chosen: string | undefined
  onChoose: (reason: string | undefined) => void
}

function Reasons({ counts, chosen, onChoose }: ReasonsProps) {
  const shown = REASONS.filter(([name]) => (counts[name] ?? 0) > 0 || name === chosen)
  const total = Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0)
  return (
    <div className="mb-3 flex flex-wrap gap-2 no-print" role="group" aria-label="Reasons">
      <Reason label="All" count={total} isChosen={chosen === undefined} onChoose={onChoose} />
      {shown.map(([name, label]) => (
        <Reason
          key={name}
          label={label}
          count={counts[name] ?? 0}
          isChosen={chosen === name}
          onChoose={() => onChoose(chosen === name ? undefined : name)}
        />
      ))}
    </div>
  )
}

interface ReasonProps {
  label: string
  count: number
  isChosen: boolean
  onChoose: (reason: undefined) => void
}

function Reason({ label, count, isChosen, onChoose }: ReasonProps) {
  return (
    <button
      type="button"
      className="button aria-pressed:bg-selected !font-normal"
      aria-pressed={isChosen}
      onClick={() => onChoose(undefined)}
    >
      {label} <strong>{count}</strong>
    </button>
  )
}

function Nothing({ reason, onClear }: { reason: string | undefined; onClear: () => void }) {
  if (reason === undefined)
    return (
      <section className="panel">
        <Empty title="Nothing waits for you">
          Reviews of policies, statements that do not reconcile, rows and documents nobody is sure
          of, and approvals of workflows appear here as they come.
        </Empty>
      </section>
    )
  return (
    <section className="panel">
      <Empty title={`${nameReason(reason)}: nothing waits`}>
        <button type="button" className="button mt-2" onClick={onClear}>
          Show every reason
        </button>
      </Empty>
    </section>
  )
}
