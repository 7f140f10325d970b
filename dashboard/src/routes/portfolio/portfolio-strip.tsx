import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnalyticPortfolio } from '../../../../clients/typescript/src/index.ts'
import { findMoney } from '../../format/region.ts'
import {
  formatCount,
  formatMoney,
  formatPercent,
  UNKNOWN,
  formatCounted,
} from '../../format/values.ts'
import { toDeals, type PortfolioSearch } from './portfolio-search.ts'

interface Props {
  portfolio: AnalyticPortfolio
  search: PortfolioSearch
}

/** The numbers of the whole selection. */
export function PortfolioStrip({ portfolio, search }: Props) {
  const { submissions, volume, quality, positions, outcomes, distributions } = portfolio
  const { archived = 0 } = submissions.by_status
  const documents = formatCounted(volume.documents, 'document')
  const revenue = distributions.find(({ metric }) => metric === 'monthly_true_revenue')
  return (
    <div className="tiles" role="group" aria-label="Numbers of the portfolio">
      <Tile
        label="Deals"
        note={archived === 0 ? documents : `${formatCount(archived)} archived, ${documents}`}
      >
        <Link to="/deals" search={toDeals(search, {})}>
          {formatCount(submissions.total)}
        </Link>
      </Tile>
      <Tile
        label="Processed"
        note={`median ${formatSeconds(submissions.median_processing_seconds)}`}
      >
        {formatPercent(submissions.processed_rate)}
      </Tile>
      <Tile label="Median revenue / mo" note={revenue && `of ${formatCounted(revenue.n, 'deal')}`}>
        {formatMoney(revenue?.p50, revenue?.currency ?? 'USD')}
      </Tile>
      <Tile label="Money read" note={formatCounted(volume.transactions, 'row')}>
        {volume.amount === null
          ? `${volume.by_currency.length} currencies`
          : formatLarge(volume.amount, volume.currency ?? 'USD')}
      </Tile>
      <Tile label="Reconciled" note="of the statements">
        {formatPercent(quality.reconciliation_rate)}
      </Tile>
      <Tile label="Needed a review" note="of the deals">
        {formatPercent(quality.review_rate)}
      </Tile>
      <Tile
        label="Possibly altered"
        note={`of ${formatCounted(quality.examined_documents, 'document')} examined`}
      >
        {formatCount(quality.altered_documents)}
      </Tile>
      <Tile label="Open positions" note={formatCounted(positions.by_funder.length, 'funder')}>
        {formatCount(positions.total)}
      </Tile>
      <Tile label="Declined" note={`${formatCount(portfolio.declines.length)} reasons`}>
        {formatCount(submissions.by_stage['declined'] ?? 0)}
      </Tile>
      <Tile
        label="Funded"
        note={outcomes.amount === null ? '' : formatMoney(outcomes.amount, 'USD')}
      >
        {formatCount(outcomes.funded)}
      </Tile>
    </div>
  )
}

interface TileProps {
  label: string
  note: string | undefined
  children: ReactNode
}

function Tile({ label, note, children }: TileProps) {
  return (
    <div className="tile">
      <span className="label">{label}</span>
      <span className="tile-value">{children}</span>
      <span className="meta">{note}</span>
    </div>
  )
}

const MILLION = 1_000_000

/** From a million on as `$1.24M`, with the exact amount behind it. */
function formatLarge(amount: number, currency: string): ReactNode {
  const exact = formatMoney(amount, currency)
  if (amount < MILLION) return exact
  return <span title={exact}>{findMoney(currency, 'compact').format(amount)}</span>
}

const MINUTE = 60

function formatSeconds(seconds: number | null): string {
  if (seconds === null) return UNKNOWN
  return seconds < MINUTE ? `${Math.round(seconds)} s` : `${Math.round(seconds / MINUTE)} min`
}
