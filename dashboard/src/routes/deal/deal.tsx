import { useQuery } from '@tanstack/react-query'
import { getRouteApi, lazyRouteComponent, Link, Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Submission } from '../../../../clients/typescript/src/index.ts'
import { isRunning, useProgress } from '../../data/progress.ts'
import { dealQuery, documentsQuery, isMissing } from '../../data/queries.ts'
import { readMode } from '../../data/session.ts'
import { formatMoney } from '../../format/values.ts'
import { DealStatus, Grade } from '../../parts/marks.tsx'
import { OtherMode } from '../../parts/other-mode.tsx'
import { Fault, PageHead, Skeleton } from '../../parts/page.tsx'
import { useShortcuts } from '../../shell/keys.ts'
import { isCurrencyAssumed } from './overview/alerts.ts'
import { DealActions } from './deal-actions.tsx'
import type { DealPageSearch } from './deal-search.ts'
import { ProgressPanel } from './progress-panel.tsx'
import { TABS } from './tabs.ts'

const route = getRouteApi('/deals/$id')
const Evidence = lazyRouteComponent(() => import('./evidence/evidence.tsx'), 'Evidence')

/** The head that every page of a deal has, its tabs, and the drawer of evidence over them. */
export function Deal() {
  const { id } = route.useParams()
  const search = route.useSearch() as DealPageSearch
  const navigate = useNavigate({ from: '/deals/$id' })
  const deal = useQuery(dealQuery(id))
  const progress = useProgress(id, deal.data?.status)
  useShortcuts(
    TABS.map(({ to, label }, index) => ({
      keys: String(index + 1),
      label,
      run: () => void navigate({ to, params: { id } }),
    })),
  )
  if (isMissing(deal.error)) return <NotHere />
  if (deal.error)
    return (
      <>
        <PageHead title="The deal could not be read" />
        <Fault error={deal.error} onRetry={() => void deal.refetch()} />
      </>
    )
  if (deal.data === undefined) return <Skeleton height={320} />
  return (
    <>
      <DealHead deal={deal.data} />
      {isRunning(deal.data.status) && <ProgressPanel progress={progress} />}
      {deal.data.failure !== null && (
        <p className="notice mb-3" data-tone="negative">
          <strong className="negative">✕ Processing failed.</strong> {deal.data.failure.message}
        </p>
      )}
      <Outlet />
      <Suspense>{search.evidence && <Evidence id={id} search={search} />}</Suspense>
    </>
  )
}

function DealHead({ deal }: { deal: Submission }) {
  const { id, name, latest, companyInfo, request, externalId } = deal
  const documents = useQuery(documentsQuery(id))
  const isAssumed = documents.data?.some(isCurrencyAssumed) ?? false
  const facts = [
    isAssumed && '▲ in an assumed currency',
    companyInfo.dba && `dba ${companyInfo.dba}`,
    companyInfo.stateOfIncorporation,
    companyInfo.industry,
    request?.amount && `requests ${formatMoney(request.amount, request.currency ?? 'USD')}`,
    externalId,
  ].filter(Boolean)
  return (
    <>
      <nav aria-label="Breadcrumb" className="meta mb-1">
        <Link to="/deals">Deals</Link>
      </nav>
      <PageHead title={name} documentTitle={name}>
        <div className="flex flex-wrap items-center gap-3">
          <DealStatus deal={deal} />
          {latest?.paperGrade && (
            <Link to="/deals/$id/checks" params={{ id }} className="!no-underline">
              <Grade grade={latest.paperGrade} of="Paper grade" />
            </Link>
          )}
          <DealActions deal={deal} />
        </div>
      </PageHead>
      {facts.length > 0 && <p className="meta -mt-2 mb-2">{facts.join(' · ')}</p>}
      <nav className="tabs mb-4" aria-label="Deal">
        {TABS.map(({ to, label, isExact }, index) => (
          <Link
            key={to}
            to={to}
            params={{ id }}
            activeOptions={{ exact: isExact, includeSearch: false }}
            className="tab"
          >
            <span aria-hidden="true" className="mr-1 text-faint">
              {index + 1}
            </span>
            {label}
          </Link>
        ))}
      </nav>
    </>
  )
}

/** The link may come from the other mode: one click looks there. */
function NotHere() {
  return (
    <section>
      <PageHead title={`This deal is not in the ${readMode()} mode`} />
      <p className="mb-3">It may have been deleted, or belong to the other mode.</p>
      <OtherMode isPrimary />
    </section>
  )
}
