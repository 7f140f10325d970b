import { useEffect, useRef } from 'react'
import { formatAgo, formatMoney, formatText } from '../../format/values.ts'
import { nameReason, type QueueItem } from './queue-item.ts'

interface Props {
  items: readonly QueueItem[]
  open: QueueItem
  onSelect: (item: QueueItem) => void
}

/** What waits, oldest first; the open one is marked. */
export function QueueList({ items, open, onSelect }: Props) {
  const now = Date.now()
  return (
    <section className="panel triage-list" aria-label="Waiting">
      <ol>
        {items.map((item) => (
          <Entry
            key={item.id}
            item={item}
            isOpen={item.id === open.id}
            now={now}
            onSelect={onSelect}
          />
        ))}
      </ol>
    </section>
  )
}

interface EntryProps {
  item: QueueItem
  isOpen: boolean
  now: number
  onSelect: (item: QueueItem) => void
}

function Entry({ item, isOpen, now, onSelect }: EntryProps) {
  const { submission_name, reason, summary, amount, currency, since } = item
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li>
      <button
        ref={button}
        type="button"
        className="triage-entry"
        aria-current={isOpen}
        onClick={() => onSelect(item)}
      >
        <span className="flex justify-between gap-3">
          <strong className="truncate text-ink">{submission_name ?? 'Without a deal'}</strong>
          {amount ? (
            <span className="whitespace-nowrap">{formatMoney(amount, currency ?? 'USD')}</span>
          ) : null}
        </span>
        <span className="line-clamp-2">{formatText(summary)}</span>
        <span className="meta">
          {nameReason(reason)} · {formatAgo(since, now)}
        </span>
      </button>
    </li>
  )
}
