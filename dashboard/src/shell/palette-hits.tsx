import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import type { SearchQueryResult } from '../../../clients/typescript/src/index.ts'
import { keyed } from '../data/queries.ts'
import { useCan } from '../data/scopes.ts'
import { api } from '../data/session.ts'
import { formatCents, formatDay } from '../format/values.ts'
import { toHitTarget } from './hit-target.ts'

const LEAST_LETTERS = 2
const FOUND_MAX = 8

const GROUPS = [
  ['transaction', 'Transactions'],
  ['merchant', 'Merchants'],
] as const

interface Props {
  text: string
  run: (work: () => unknown) => () => void
}

/** Rows of statements and merchants that hold the words, and the way to all that was found. */
export function Hits({ text, run }: Props) {
  const navigate = useNavigate()
  const can = useCan()
  const isOn = text.length >= LEAST_LETTERS && can('submissions:read')
  const { data = [] } = useQuery({
    queryKey: keyed('palette', 'hits', text),
    queryFn: () =>
      api.search
        .query({ q: text, type: ['transactions', 'merchants'], limit: FOUND_MAX })
        .page()
        .then((page) => page.data),
    enabled: isOn,
    placeholderData: (before) => before,
  })
  if (!isOn) return null
  return (
    <>
      {GROUPS.map(([type, heading]) => (
        <Group
          key={type}
          heading={heading}
          hits={data.filter((hit) => hit.type === type)}
          onOpen={(hit) => run(() => navigate(toHitTarget(hit) as never))}
        />
      ))}
      <Command.Group heading="Search">
        <Command.Item
          value="search-all"
          onSelect={run(() => navigate({ to: '/search', search: { q: text } }))}
        >
          Everything with “{text}”
        </Command.Item>
      </Command.Group>
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
  if (type === 'merchant') return `${resource.transactions_count ?? 0} rows`
  return subtitle ?? ''
}
