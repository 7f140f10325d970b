import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import type { SearchQueryResult } from '../../../clients/typescript/src/index.ts'
import { formatCents, formatCounted, formatDay } from '../format/values.ts'
import { toHitTarget } from './hit-target.ts'

const GROUPS = [
  ['transaction', 'Transactions'],
  ['merchant', 'Merchants'],
] as const

interface Props {
  text: string
  hits: readonly SearchQueryResult[]
  /** Whether these are all; before that, the way to all of them would be the first to be taken. */
  isComplete: boolean
  run: (work: () => unknown) => () => void
}

/** Rows of statements and merchants that hold the words, and the way to all that was found. */
export function Hits({ text, hits, isComplete, run }: Props) {
  const navigate = useNavigate()
  return (
    <>
      {GROUPS.map(([type, heading]) => (
        <Group
          key={type}
          heading={heading}
          hits={hits.filter((hit) => hit.type === type)}
          onOpen={(hit) => run(() => navigate(toHitTarget(hit) as never))}
        />
      ))}
      {isComplete && (
        <Command.Group heading="Search">
          <Command.Item
            value="search-all"
            onSelect={run(() => navigate({ to: '/search', search: { q: text } }))}
          >
            Everything with “{text}”
          </Command.Item>
        </Command.Group>
      )}
    </>
  )
}

interface GroupProps {
  heading: string
  hits: readonly SearchQueryResult[]
  onOpen: (hit: SearchQueryResult) => () => void
}

function Group({ heading, hits, onOpen }: GroupProps) {
  if (hits.length === 0) return null
  return (
    <Command.Group heading={heading}>
      {hits.map((hit) => (
        <Command.Item key={hit.id} value={hit.id} onSelect={onOpen(hit)}>
          <span className="min-w-0 truncate">{hit.title}</span>
          <span className="meta ml-auto shrink-0">{describeHit(hit)}</span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** The day and amount of a row, how often a merchant was seen. */
export function describeHit({ type, resource, subtitle }: SearchQueryResult): string {
  if (type === 'transaction')
    return `${formatDay(resource.date)} · ${formatCents(resource.amount ?? null)}`
  if (type === 'merchant') return describeCount(resource.transactions_count ?? 0)
  return subtitle ?? ''
}

function describeCount(count: number): string {
  return count === 0 ? 'in no deal yet' : formatCounted(count, 'row')
}
