import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { categoriesQuery } from '../../../data/categories.ts'
import { reportQuery, type ReportBody, type Scope } from '../../../data/queries.ts'
import { formatPercent, formatWhole, nameRange } from '../../../format/values.ts'
import { Loading, Panel } from '../../../parts/page.tsx'
import { listSources, type Source } from './sources.ts'

const SHOWN = 10

/** What the deposits are: each category by its sum, and whether it counts as revenue. */
export function CompositionPanel({ id, scope }: { id: string; scope: Scope }) {
  const { date_range = 'all' } = scope
  const report = useQuery(reportQuery('categories', id, { ...scope, date_range }))
  const { data: known = [] } = useQuery(categoriesQuery())
  return (
    <Panel title="Where deposits come from" note={report.data && describe(report.data)} isFlush>
      <Loading query={report} height={220}>
        {(data) => (
          <Sources
            id={id}
            sources={listSources(data.categories as ReportBody<'categories'>['categories'])}
            revenue={new Set(known.filter(isRevenue).map(({ slug }) => slug))}
          />
        )}
      </Loading>
    </Panel>
  )
}

function describe({ currency, date_range }: ReportBody<'categories'>): string {
  return `${currency}, ${nameRange(date_range)}; ● counts as revenue`
}

function isRevenue({ is_true_revenue }: { is_true_revenue?: string | undefined }): boolean {
  return is_true_revenue === 'yes' || is_true_revenue === 'conditional'
}

interface SourcesProps {
  id: string
  sources: readonly Source[]
  revenue: ReadonlySet<string>
}

function Sources({ id, sources, revenue }: SourcesProps) {
  const whole = sources.reduce((sum, { amount }) => sum + amount, 0)
  if (whole === 0) return <p className="px-4 pb-4 text-muted">No deposits.</p>
  const most = sources[0]!.amount
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of deposits">
      <table className="ledger">
        <caption className="sr-only">Deposits by category, the largest first</caption>
        <tbody>
          {sources.slice(0, SHOWN).map(({ slug, name, amount, count }) => (
            <tr key={slug}>
              <th scope="row">
                <span aria-hidden="true" className="text-faint">
                  {revenue.has(slug) ? '●' : '○'}
                </span>{' '}
                <Link
                  to="/deals/$id/transactions"
                  params={{ id }}
                  search={{ category: slug, direction: 'inflow' } as never}
                >
                  {name}
                </Link>
                <span className="sr-only">{revenue.has(slug) ? ', revenue' : ', not revenue'}</span>
              </th>
              <td className="hidden w-[34%] sm:table-cell">
                <span
                  className="share block"
                  aria-hidden="true"
                  style={{ width: `${(amount / most) * 100}%`, maxWidth: '100%' }}
                />
              </td>
              <td className="num">{formatWhole(amount)}</td>
              <td className="num">{formatPercent(amount / whole)}</td>
              <td className="num text-faint">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
