import { Link } from '@tanstack/react-router'
import type { AnalyticPortfolioGroup } from '../../../../clients/typescript/src/index.ts'
import { formatCount, formatMoney, formatPercent, toWords } from '../../format/values.ts'
import { Panel } from '../../parts/page.tsx'
import { DEAL_FILTERS, toDeals, type PortfolioSearch } from './portfolio-search.ts'

interface Props {
  groups: readonly AnalyticPortfolioGroup[]
  search: PortfolioSearch
}

/** The same numbers for each group, side by side. */
export function Groups({ groups, search }: Props) {
  const by = search.group ?? ''
  return (
    <Panel title={`By ${toWords(by).toLowerCase()}`} isFlush>
      <div className="scroller" tabIndex={0} role="group" aria-label="Table of groups">
        <table className="ledger">
          <caption className="sr-only">Numbers of each group</caption>
          <thead>
            <tr>
              <th scope="col">{toWords(by)}</th>
              {[
                'Deals',
                'Processed',
                'Median revenue / mo',
                'Reconciled',
                'Needed a review',
                'Possibly altered',
                'Funded',
              ].map((label) => (
                <th key={label} scope="col" className="num">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <Row key={group.key ?? ''} group={group} search={search} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function Row({ group, search }: { group: AnalyticPortfolioGroup; search: PortfolioSearch }) {
  const filter = DEAL_FILTERS[search.group ?? '']
  const { key, submissions, quality, distributions, outcomes } = group
  const revenue = distributions.find(({ metric }) => metric === 'monthly_true_revenue')
  return (
    <tr>
      <th scope="row">
        {key === null ? (
          'None'
        ) : filter === undefined ? (
          toWords(key)
        ) : (
          <Link to="/deals" search={toDeals(search, { [filter]: key })}>
            {toWords(key)}
          </Link>
        )}
      </th>
      <td className="num">{formatCount(submissions.total)}</td>
      <td className="num">{formatPercent(submissions.processed_rate)}</td>
      <td className="num">{formatMoney(revenue?.p50, revenue?.currency ?? 'USD')}</td>
      <td className="num">{formatPercent(quality.reconciliation_rate)}</td>
      <td className="num">{formatPercent(quality.review_rate)}</td>
      <td className="num">{formatCount(quality.altered_documents)}</td>
      <td className="num">{formatCount(outcomes.funded)}</td>
    </tr>
  )
}
