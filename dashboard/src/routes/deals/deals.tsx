import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useRef, useState } from 'react'
import type { Submission } from '../../../../clients/typescript/src/index.ts'
import { isRunning } from '../../data/progress.ts'
import { dealsQuery } from '../../data/queries.ts'
import { readMode } from '../../data/session.ts'
import { formatCounted } from '../../format/values.ts'
import { DropArea } from '../../parts/drop-area.tsx'
import { Empty, Fault, PageHead, Skeleton } from '../../parts/page.tsx'
import { useRowKeys } from '../../parts/row-keys.ts'
import { DealsTable } from './deals-table.tsx'
import { Filters, type DealSearch } from './filters.tsx'
import { NewDeal } from './new-deal.tsx'

const route = getRouteApi('/deals')
const RUNNING_POLL_MS = 2_000

/** Every deal of the mode, newest first; files dropped anywhere on it become a new one. */
export function Deals() {
  const search = route.useSearch() as DealSearch
  const navigate = useNavigate({ from: '/deals' })
  const [files, setFiles] = useState<File[]>([])
  const change = (next: Partial<DealSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const { list, rows, total } = useDeals(search)
  const isNew = search.new !== undefined || files.length > 0
  const close = (): void => {
    setFiles([])
    change({ new: undefined })
  }
  return (
    <DropArea onFiles={setFiles}>
      <PageHead title="Deals">
        <button type="button" className="button primary" onClick={() => change({ new: '1' })}>
          New deal
        </button>
      </PageHead>
      <Filters search={search} onChange={change} />
      <section className="panel" aria-label="Deals" aria-busy={list.isFetching}>
        {list.error ? (
          <div className="p-4">
            <Fault error={list.error} onRetry={() => void list.refetch()} />
          </div>
        ) : (
          <Rows rows={rows} search={search} onChange={change} />
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
      {isNew && <NewDeal files={files} onClose={close} />}
    </DropArea>
  )
}

function useDeals({ q, status, grade, sort }: DealSearch) {
  const filters = { q: useDeferredValue(q), status, paper_grade: grade, sort }
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
  return { list, rows, total }
}

interface RowsProps {
  rows: Submission[] | undefined
  search: DealSearch
  onChange: (next: Partial<DealSearch>) => void
}

function Rows({ rows, search, onChange }: RowsProps) {
  const navigate = useNavigate()
  const table = useRef<HTMLTableElement>(null)
  const at = useRowKeys(rows?.length ?? 0, (index) => {
    const deal = rows?.[index]
    if (deal !== undefined) void navigate({ to: '/deals/$id', params: { id: deal.id } })
  })
  if (rows === undefined) return <Skeleton height={360} />
  if (rows.length > 0)
    return <DealsTable ref={table} rows={rows} current={at} sort={search.sort} onSort={onChange} />
  if (search.q || search.status || search.grade)
    return (
      <Empty title="No deal fits these filters">
        <button
          type="button"
          className="button mt-2"
          onClick={() => onChange({ q: undefined, status: undefined, grade: undefined })}
        >
          Clear the filters
        </button>
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
