import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AnalyticPortfolio } from '../../../../clients/typescript/src/index.ts'
import { keyed } from '../../data/queries.ts'
import { api } from '../../data/session.ts'
import { formatMoney, formatMonth, toWords } from '../../format/values.ts'
import { BarList } from '../../parts/bar-list.tsx'
import { Empty, Loading, PageHead, Panel } from '../../parts/page.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { saveCsv } from '../../parts/save-csv.ts'
import { Distributions } from './distributions.tsx'
import { Groups } from './groups.tsx'
import { PortfolioFilters } from './portfolio-filters.tsx'
import { PortfolioStrip } from './portfolio-strip.tsx'
import { SeriesChart } from './series-chart.tsx'
import {
  DEAL_FILTERS,
  toDeals,
  toParams,
  type PortfolioSearch,
  type PortfolioSearchName,
} from './portfolio-search.ts'

const REFRESH_MS = 30_000

/** All deals at one look: how many, how good, how fast, and why they are declined. */
export function PortfolioPage() {
  const [search, change] = useAddress<PortfolioSearchName>()
  const params = toParams(search)
  const portfolio = useQuery({
    queryKey: keyed('portfolio', params),
    queryFn: () => api.analytics.portfolio(params),
    placeholderData: (before) => before,
    refetchInterval: REFRESH_MS,
  })
  return (
    <>
      <PageHead title="Portfolio">
        {portfolio.data && (
          <div className="flex gap-2 no-print">
            <button
              type="button"
              className="button"
              onClick={() => saveDistributions(portfolio.data!)}
            >
              Numbers (CSV)
            </button>
            <button type="button" className="button" onClick={() => print()}>
              Print or PDF
            </button>
          </div>
        )}
      </PageHead>
      <PortfolioFilters search={search} onChange={change} />
      <Loading query={portfolio} height={520}>
        {(data) =>
          data.submissions.total === 0 ? (
            <section className="panel">
              <Empty title="No deal of this selection">
                Deals count here from the moment they are created.
              </Empty>
            </section>
          ) : (
            <Body portfolio={data} search={search} />
          )
        }
      </Loading>
    </>
  )
}

interface BodyProps {
  portfolio: AnalyticPortfolio
  search: PortfolioSearch
}

function Body({ portfolio, search }: BodyProps) {
  const { submissions, series, groups, anomalies, positions, industries, states } = portfolio
  return (
    <div className="grid gap-4">
      <PortfolioStrip portfolio={portfolio} search={search} />
      {groups.length > 0 && <Groups groups={groups} search={search} />}
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title="Deals over time" note={describeSeries(series)}>
          <SeriesChart series={series} />
        </Panel>
        <Panel title="Deals by status">
          <BarList bars={toBars(submissions.by_status, { search, by: 'status' })} />
        </Panel>
      </div>
      <Distributions
        accuracy={portfolio.relative_accuracy}
        distributions={portfolio.distributions}
      />
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <Ranked title="Monthly revenue" items={listBands(portfolio.revenue_bands)} isOrdered />
        <Counts
          title="Paper grades"
          counts={submissions.by_grade}
          of={{ search, by: 'paper_grade' }}
        />
        <Counts title="Unusual in the deals" counts={anomalies.by_kind} />
        <Ranked
          title="Why deals are declined"
          items={portfolio.declines.map(({ code, text, count }) => [text ?? code, count])}
        />
        <Ranked
          title="Open positions by funder"
          items={positions.by_funder.map(({ name, positions: count }) => [name, count])}
        />
        <Counts title="Stages" counts={submissions.by_stage} of={{ search, by: 'deal_stage' }} />
        <Counts
          title="Deals by source"
          counts={submissions.by_source}
          of={{ search, by: 'source' }}
        />
        <Ranked
          title="Industries"
          items={industries.map(({ industry, submissions: count }) => [industry, count])}
        />
        <Ranked
          title="States"
          items={states.map(({ state, submissions: count }) => [state, count])}
        />
        <Counts
          title="Why files could not be read"
          counts={portfolio.quality.failed_documents_by_code}
        />
      </div>
      {portfolio.reasons.length > 0 && <Unknown reasons={portfolio.reasons} />}
    </div>
  )
}

function describeSeries(series: AnalyticPortfolio['series']): string {
  const [first, last] = [series[0], series.at(-1)]
  if (first === undefined || last === undefined || first.period.length !== 7) return ''
  return `${formatMonth(first.period)} to ${formatMonth(last.period)}`
}

const SHOWN = 8

/** The field by which deals are counted, within a selection: a count opens the list of them. */
interface CountedDeals {
  search: PortfolioSearch
  by: string
}

interface CountsProps {
  title: string
  counts: Record<string, number>
  of?: CountedDeals
}

function Counts({ title, counts, of }: CountsProps) {
  const bars = toBars(counts, of)
  if (bars.length === 0) return null
  return (
    <Panel title={title}>
      <BarList bars={bars.slice(0, SHOWN)} />
    </Panel>
  )
}

interface RankedProps {
  title: string
  items: readonly (readonly [name: string, count: number])[]
  /** They stay in their own order. */
  isOrdered?: boolean
}

function Ranked({ title, items, isOrdered = false }: RankedProps) {
  const bars = items.map(([key, count]) => ({ key, count, label: isOrdered ? key : toWords(key) }))
  if (bars.length === 0) return null
  return (
    <Panel title={title}>
      <BarList bars={isOrdered ? bars : bars.slice(0, SHOWN)} />
    </Panel>
  )
}

function listBands(bands: AnalyticPortfolio['revenue_bands']): [string, number][] {
  return bands.map(({ currency, from, to, submissions }) => [
    to === null
      ? `From ${formatMoney(from, currency)}`
      : `${formatMoney(from, currency)} to ${formatMoney(to, currency)}`,
    submissions,
  ])
}

function toBars(counts: Record<string, number>, of?: CountedDeals) {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([key, count]) => ({
      key,
      count,
      label:
        of === undefined ? (
          toWords(key)
        ) : (
          <Link to="/deals" search={toDeals(of.search, { [DEAL_FILTERS[of.by]!]: key })}>
            {toWords(key)}
          </Link>
        ),
    }))
}

/** What no number can be given of, and why. */
function Unknown({ reasons }: { reasons: AnalyticPortfolio['reasons'] }) {
  return (
    <section aria-label="Not known" className="meta">
      <h2 className="label">Not known</h2>
      <ul className="list-disc pl-5">
        {reasons.map(({ field, text }) => (
          <li key={field}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

function saveDistributions({ distributions }: AnalyticPortfolio): void {
  const heads = ['metric', 'unit', 'currency', 'p10', 'p25', 'p50', 'p75', 'p90', 'mean', 'n']
  const rows = distributions.map(({ metric, unit, currency, p10, p25, p50, p75, p90, mean, n }) => [
    metric,
    unit,
    currency,
    p10,
    p25,
    p50,
    p75,
    p90,
    mean,
    n,
  ])
  saveCsv('portfolio', heads, rows)
}
