import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { categoriesQuery } from '../../../data/categories.ts'
import { formatCents, formatCounted } from '../../../format/values.ts'
import { Empty, Fault, Skeleton } from '../../../parts/page.tsx'
import { useStable } from '../../../parts/use-stable.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { AgainstCategory, useIsAgainst } from './against-category.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'
import { ExportRows } from './export-rows.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ImpactStrip } from './impact-strip.tsx'
import { RowList } from './row-list.tsx'
import { SelectionBar } from './selection-bar.tsx'
import {
  turnDirection,
  turnFilter,
  turnOrder,
  type TransactionSearch,
} from './transaction-search.ts'
import { useCorrection, type Correction } from './use-correction.ts'
import { useTransactions, type Row, type Totals } from './use-transactions.ts'

const route = getRouteApi('/deals/$id')

/** Every row of a deal: found by filters, corrected alone or many at once, with what that changes. */
export function Transactions() {
  const { id } = route.useParams()
  const search = route.useSearch() as TransactionSearch
  const navigate = useNavigate()
  const { list, rows, totals, filters } = useTransactions(id, search)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isCorrecting, setCorrecting] = useState(false)
  const correction = useCorrection(id)
  // Read ahead for the dialog, which opens by a key.
  useQuery(categoriesQuery())
  // What is chosen is always in sight of the filters.
  useEffect(() => setSelected(new Set()), [filters])
  const change = (next: Partial<TransactionSearch>): void =>
    void navigate({
      to: '.',
      search: (before: TransactionSearch) => ({ ...before, ...next }),
      replace: true,
      resetScroll: false,
    })
  const correct = (ids: readonly string[], what: Correction): void => {
    void correction.apply(ids, what)
    setCorrecting(false)
    setSelected(new Set())
  }
  const more = useStable(() => void (list.isFetchingNextPage || list.fetchNextPage()))
  const isAgainst = useIsAgainst()
  const [doubted, setDoubted] = useState<readonly Row[]>([])
  const count = (chosen: readonly Row[], is_revenue: boolean): void => {
    if (is_revenue && chosen.some(isAgainst)) setDoubted(chosen)
    else correct(chosen.map(toId), { is_revenue })
  }
  const turnRevenue = useStable((row: Row) => count([row], !row.is_revenue))
  const chooseCategory = useStable((row: Row) => {
    setSelected(new Set([row.id]))
    setCorrecting(true)
  })
  useKeysOfRows(search, change, () => void correction.undo())
  return (
    <div className="grid gap-3">
      <FilterBar id={id} search={search} onChange={change} />
      <ImpactStrip
        impact={correction.impact}
        onUndo={correction.canUndo ? () => void correction.undo() : undefined}
        onClose={correction.dismiss}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Sums totals={totals} />
        <ExportRows id={id} search={search} />
      </div>
      {list.error || !rows?.length ? (
        <NoRows list={list} />
      ) : (
        <RowList
          id={id}
          rows={rows}
          total={totals?.count ?? rows.length}
          hasMore={list.hasNextPage}
          isStale={list.isPlaceholderData}
          onMore={more}
          selected={selected}
          onSelect={setSelected}
          sort={search.sort}
          onSort={(sort) => change({ sort })}
          onRevenue={turnRevenue}
          onCategory={chooseCategory}
          onCorrect={() => setCorrecting(true)}
          filters={filters}
        />
      )}
      <SelectionBar
        count={selected.size}
        onCategory={() => setCorrecting(true)}
        onRevenue={(isRevenue) =>
          count(rows?.filter(({ id: one }) => selected.has(one)) ?? [], isRevenue)
        }
        onClear={() => setSelected(new Set())}
      />
      {doubted.length > 0 && (
        <AgainstCategory
          rows={doubted.filter(isAgainst)}
          onCount={(comment) => correct(doubted.map(toId), { is_revenue: true, comment })}
          onClose={() => setDoubted([])}
        />
      )}
      {isCorrecting && (
        <CorrectionDialog
          ids={[...selected]}
          rows={(rows ?? []).filter(({ id: own }) => selected.has(own))}
          onApply={correct}
          onClose={() => setCorrecting(false)}
        />
      )}
    </div>
  )
}

function toId({ id }: Row): string {
  return id
}

function useKeysOfRows(
  search: TransactionSearch,
  change: (next: Partial<TransactionSearch>) => void,
  undo: () => void,
): void {
  useShortcuts([
    { keys: 'd', label: 'In, out, or both', run: () => change(turnDirection(search)) },
    { keys: 'n', label: 'Not revenue, revenue, or any', run: () => change(turnFilter(search)) },
    { keys: 'm', label: 'Largest or newest first', run: () => change(turnOrder(search)) },
    { keys: 'u', label: 'Undo the last correction', run: undo },
  ])
}

function NoRows({ list }: { list: ReturnType<typeof useTransactions>['list'] }) {
  if (list.error) return <Fault error={list.error} onRetry={() => void list.refetch()} />
  if (list.data === undefined) return <Skeleton height={480} />
  return (
    <section className="panel">
      <Empty title="No transaction fits these filters">Remove one of the filters.</Empty>
    </section>
  )
}

function Sums({ totals }: { totals: Totals | undefined }) {
  if (totals === undefined) return null
  const { count, inflow, outflow, currency } = totals
  return (
    <p className="meta" role="status">
      {formatCounted(count, 'row')} · in {formatCents(inflow)} · out {formatCents(-outflow)} · net{' '}
      {formatCents(inflow - outflow)} {currency}
    </p>
  )
}
