import { useInfiniteQuery } from '@tanstack/react-query'
import type { SubmissionTimeline } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatDay, formatInstant, toWords, formatText } from '../../../format/values.ts'
import { Empty, Fault, Panel, Skeleton } from '../../../parts/page.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { describeWords, nameField, showChange } from './changes.ts'
import { groupByDay, isShown, KINDS } from './kinds.ts'

interface TimelineSearch {
  kind?: string | undefined
  people?: string | undefined
}

const PAGE = 50
const REFRESH_MS = 20_000

/** Everything that happened to the deal, newest first, with who did it and what it changed. */
export function HappeningsPanel({ id }: { id: string }) {
  const [search, change] = useAddress<keyof TimelineSearch>()
  const list = useHappenings(id, search)
  const all = list.data?.pages.flatMap(({ data }) => data) ?? []
  const items = all.filter((one) => isShown(one, search.kind))
  return (
    <Panel title="Timeline" isFlush actions={<Filters search={search} onChange={change} />}>
      {list.error && <Fault error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={240} />}
      {list.data && items.length === 0 && (
        <Empty title="Nothing of this kind happened">
          <button
            type="button"
            className="button"
            onClick={() => change({ kind: undefined, people: undefined })}
          >
            Show everything
          </button>
        </Empty>
      )}
      {groupByDay(items).map(({ day, items: own }) => (
        <section key={day} aria-label={formatDay(day)}>
          <h3 className="label bg-sunken px-4 py-1">{formatDay(day)}</h3>
          <ol>
            {own.map((one) => (
              <Happening key={one.id} happening={one} />
            ))}
          </ol>
        </section>
      ))}
      {list.hasNextPage && (
        <button
          type="button"
          className="button m-3 no-print"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show earlier
        </button>
      )}
    </Panel>
  )
}

function useHappenings(id: string, { kind, people }: TimelineSearch) {
  const types = KINDS[kind ?? '']?.types
  return useInfiniteQuery({
    queryKey: keyed('deal', id, 'timeline', kind, people),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      api.submissions
        .listTimeline(id, {
          limit: PAGE,
          ...(types && { types: [...types] }),
          ...(people && { actor: 'user' }),
          ...(pageParam !== null && { cursor: pageParam }),
        })
        .page(),
    getNextPageParam: (last) => (last.has_more ? last.next_cursor : null),
    refetchInterval: REFRESH_MS,
  })
}

interface FilterProps {
  search: TimelineSearch
  onChange: (next: TimelineSearch) => void
}

function Filters({ search, onChange }: FilterProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 no-print">
      <select
        className="field"
        aria-label="Kind"
        value={search.kind ?? ''}
        onChange={({ target }) => onChange({ kind: target.value || undefined })}
      >
        <option value="">Everything</option>
        {Object.entries(KINDS).map(([kind, { label }]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          checked={search.people !== undefined}
          onChange={({ target }) => onChange({ people: target.checked ? 'yes' : undefined })}
        />
        By people
      </label>
    </div>
  )
}

const CHANGES_SHOWN = 6

function Happening({ happening }: { happening: SubmissionTimeline }) {
  const { at, title, description, actor, changes } = happening
  return (
    <li className="grid gap-x-4 border-t border-hairline px-4 py-1.5 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <span className="text-ink">{formatText(title)}</span>
        {description !== null && <span className="text-muted"> {describeWords(description)}</span>}
        {changes.slice(0, CHANGES_SHOWN).map(({ field, from, to }) => (
          <div key={field} className="meta break-words">
            {formatText(nameField(field))}
            {isWithheld(from) && isWithheld(to) ? (
              ' changed'
            ) : (
              <>
                : {showChange(field, from)} <span aria-hidden="true">→</span>
                <span className="sr-only">became</span> <strong>{showChange(field, to)}</strong>
              </>
            )}
          </div>
        ))}
      </div>
      <time className="meta" dateTime={at}>
        {actor.name ?? toWords(actor.type)} · {formatInstant(at)}
      </time>
    </li>
  )
}

/** The audit log has no word of what people write: that it changed is all there is to say. */
function isWithheld(value: unknown): boolean {
  return value === null || value === undefined
}
