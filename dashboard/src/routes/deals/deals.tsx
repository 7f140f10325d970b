import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import type { Submission } from '../../../../clients/typescript/src/index.ts'
import { isRunning } from '../../data/progress.ts'
import { dealsQuery, describeError, listDeals } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { readMode } from '../../data/session.ts'
import { formatCounted } from '../../format/values.ts'
import { DropArea } from '../../parts/drop-area.tsx'
import { OtherMode } from '../../parts/other-mode.tsx'
import { Empty, Fault, PageHead, Skeleton } from '../../parts/page.tsx'
import { useRowKeys } from '../../parts/row-keys.ts'
import { SavedViews } from '../../parts/saved-views.tsx'
import { notify } from '../../parts/toasts.tsx'
import { useShortcuts } from '../../shell/keys.ts'
import { BulkBar, saveDeals } from './bulk-bar.tsx'
import type { DealColumn } from './columns.tsx'
import { DealsTable } from './deals-table.tsx'
import { Filters, NO_FILTERS, type DealSearch } from './filters.tsx'
import { ListLook, useColumns } from './list-look.tsx'
import { NewDeal } from './new-deal.tsx'

const route = getRouteApi('/deals')
/** Where the stream of events is kept away by something between. */
const RUNNING_POLL_MS = 10_000
const DAY_MS = 86_400_000

/** Every deal of the mode, newest first; files dropped anywhere on it become a new one. */
export function Deals() {
  const search = route.useSearch() as DealSearch
  const navigate = useNavigate({ from: '/deals' })
  const [files, setFiles] = useState<File[]>([])
  const change = (next: Partial<DealSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const columns = useColumns()
  const deals = useDeals(search)
  const close = (): void => {
    setFiles([])
    change({ new: undefined })
  }
  const mayWrite = useCan()('submissions:write')
  const isNew = mayWrite && (search.new !== undefined || files.length > 0)
  const begin = (): void => {
    if (mayWrite) change({ new: '1' })
  }
  useShortcuts([{ keys: 'n', label: 'New deal', run: begin }])
  return (
    <DropArea onFiles={setFiles}>
      <PageHead title="Deals">
        <div className="flex flex-wrap gap-2">
          <SavedViews screen="/deals" passing={['new']} />
          <ListLook />
          <button
            type="button"
            className="button"
            disabled={!deals.rows?.length}
            onClick={() => void saveAll(deals.filters, columns)}
          >
            CSV
          </button>
          <button
            type="button"
            className="button primary"
            disabled={!mayWrite}
            {...(!mayWrite && { title: 'Your role does not make deals' })}
            onClick={begin}
          >
            New deal
          </button>
        </div>
      </PageHead>
      <Filters search={search} onChange={change} />
      <List deals={deals} columns={columns} search={search} onChange={change} />
      {isNew && <NewDeal files={files} onClose={close} />}
    </DropArea>
  )
}

function useDeals(search: DealSearch) {
  const { grade, stage, owner, source, tag, sort } = search
  // Of the whole day, so that the list stays the same list for as long as it is shown.
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const filters = {
    q: useDeferredValue(search.q),
    ...selectStatus(search.status),
    paper_grade: grade,
    deal_stage: stage,
    assigned_to: owner,
    source,
    tag,
    ...selectDays(search, today),
    sort,
  }
  const list = useInfiniteQuery({
    ...dealsQuery(filters),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some((deal) => isRunning(deal.status)))
        ? RUNNING_POLL_MS
        : false,
  })
  const rows = list.data?.pages.flatMap(({ data }) => data)
  const total = list.data?.pages[0]?.meta?.total_count as number | undefined
  return { list, rows, total, filters }
}

const EVERY_STATUS = 'new,processing,processed,review_required,reviewed,failed,archived'

/** What needs a look is found by more than its status; without one archived deals are left out. */
function selectStatus(status: string | undefined) {
  if (status === 'needs_review') return { needs_review: true }
  return { status: status === 'all' ? EVERY_STATUS : status }
}

function selectDays({ since, from, until }: DealSearch, today: number) {
  const first = since ? today - (Number(since) - 1) * DAY_MS : from ? Date.parse(from) : Number.NaN
  const end = until ? Date.parse(until) + DAY_MS : Number.NaN
  return {
    ...(!Number.isNaN(first) && { created_after: new Date(first).toISOString() }),
    ...(!Number.isNaN(end) && { created_before: new Date(end).toISOString() }),
  }
}

type DealList = ReturnType<typeof useDeals>

/** Every deal that fits, shown or not. */
async function saveAll(
  filters: DealList['filters'],
  columns: readonly DealColumn[],
): Promise<void> {
  try {
    saveDeals(await listDeals(filters), columns)
  } catch (error) {
    notify(describeError(error).message)
  }
}

interface ListProps {
  deals: DealList
  columns: readonly DealColumn[]
  search: DealSearch
  onChange: (next: Partial<DealSearch>) => void
}

function List({ deals: { list, rows, total, filters }, columns, search, onChange }: ListProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const name = JSON.stringify(filters)
  // What is chosen is always in sight of the filters.
  useEffect(() => setSelected(new Set()), [name])
  return (
    <>
      <section className="panel" aria-label="Deals" aria-busy={list.isFetching}>
        {list.error ? (
          <div className="p-4">
            <Fault error={list.error} onRetry={() => void list.refetch()} />
          </div>
        ) : (
          <Rows {...{ rows, columns, search, onChange, selected }} onSelect={setSelected} />
        )}
      </section>
      <footer className="mt-2 flex items-center justify-between gap-4">
        <span className="meta" role="status">
          {rows === undefined ? '' : formatCounted(total ?? rows.length, 'deal')}
        </span>
        {list.hasNextPage && (
          <button
            type="button"
            className="button"
            disabled={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </button>
        )}
      </footer>
      <BulkBar
        deals={rows?.filter(({ id }) => selected.has(id)) ?? []}
        columns={columns}
        onClear={() => setSelected(new Set())}
      />
    </>
  )
}

interface RowsProps {
  rows: Submission[] | undefined
  columns: readonly DealColumn[]
  search: DealSearch
  onChange: (next: Partial<DealSearch>) => void
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
}

function Rows({ rows, columns, search, onChange, selected, onSelect }: RowsProps) {
  const navigate = useNavigate()
  const at = useRowKeys(rows?.length ?? 0, (index) => {
    const deal = rows?.[index]
    if (deal !== undefined) void navigate({ to: '/deals/$id', params: { id: deal.id } })
  })
  useShortcuts([
    {
      keys: 'x',
      label: 'Choose the deal',
      run: () => {
        const id = rows?.[at]?.id
        if (id === undefined) return
        const next = new Set(selected)
        if (!next.delete(id)) next.add(id)
        onSelect(next)
      },
    },
  ])
  if (rows === undefined) return <Skeleton height={360} />
  if (rows.length > 0)
    return (
      <DealsTable
        {...{ rows, columns, selected, onSelect }}
        current={at}
        sort={search.sort}
        onSort={onChange}
      />
    )
  return <NoDeals search={search} onChange={onChange} />
}

function NoDeals({ search, onChange }: Pick<RowsProps, 'search' | 'onChange'>) {
  const names = Object.keys(NO_FILTERS) as (keyof DealSearch)[]
  if (names.some((name) => search[name]))
    return (
      <Empty title={`No deal fits these filters in the ${readMode()} mode`}>
        <button type="button" className="button mt-2" onClick={() => onChange(NO_FILTERS)}>
          Clear the filters
        </button>{' '}
        <OtherMode />
      </Empty>
    )
  return (
    <Empty title={`No deals in the ${readMode()} mode yet`}>
      A deal is a business with its statements. Drop the files here, or{' '}
      <button type="button" className="underline" onClick={() => onChange({ new: '1' })}>
        choose them
      </button>
      .{' '}
      {readMode() === 'test' && (
        <>
          To look around first, <a href="/welcome">load the sample deals</a>.
        </>
      )}
    </Empty>
  )
}
