import { useQuery } from '@tanstack/react-query'
import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router'
import { useMemo } from 'react'
import { dealQuery, reportQuery } from '../../../data/queries.ts'
import { Empty, Loading } from '../../../parts/page.tsx'
import { WhenNear } from '../../../parts/when-near.tsx'
import { toScope, type DealPageSearch } from '../deal-search.ts'
import { KeptOfferPanel } from '../positions/offer/kept-offer.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { CashFlowPanel } from './cash-flow-panel.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { Flags } from './flags.tsx'
import { MetricStrip } from './metric-strip.tsx'
import { MonthTable } from './month-table.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { PolicyPanel } from './policy-panel.tsx'
import { PositionsPanel } from './positions-panel.tsx'
import { ScopeBar } from './scope-bar.tsx'

const Outlook = lazyRouteComponent(() => import('../outlook/outlook.tsx'), 'Outlook')
const route = getRouteApi('/deals/$id')

/** One deal at one look: its numbers, what is wrong with them, and the way to every row. */
export function Overview() {
  const { id } = route.useParams()
  const search = route.useSearch() as DealPageSearch
  const scope = useMemo(() => toScope(search), [search.accounts, search.range])
  const deal = useQuery(dealQuery(id))
  const summary = useQuery(reportQuery('bankSummary', id, scope))
  if (deal.data?.counts.transactions === 0 && deal.data.latest === null)
    return (
      <Empty title="No transactions have been read yet">
        The numbers appear here as soon as the first statement is read.
      </Empty>
    )
  return (
    <div className="grid gap-4">
      <ScopeBar id={id} search={search} summary={summary.data} />
      <MetricStrip id={id} scope={scope} summary={summary.data} />
      {deal.data && <KeptOfferPanel deal={deal.data} hasLink />}
      <Flags id={id} scope={scope} />
      <Loading query={summary} height={220}>
        {(data) => <MonthTable id={id} scope={scope} summary={data} />}
      </Loading>
      <div className="grid gap-4 xl:grid-cols-2">
        <BalancePanel id={id} scope={scope} />
        <CashFlowPanel summary={summary} />
      </div>
      <PositionsPanel id={id} />
      <div className="grid gap-4 lg:grid-cols-2">
        <PolicyPanel id={id} />
        <CoveragePanel id={id} scope={scope} />
      </div>
      <WhenNear height={640}>
        <Outlook id={id} scope={scope} />
      </WhenNear>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <NotesPanel id={id} />
        <ChangesPanel id={id} />
      </div>
    </div>
  )
}
