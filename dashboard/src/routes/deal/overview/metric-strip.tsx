import { useQuery } from '@tanstack/react-query'
import type {
  SubmissionBankSummary,
  SubmissionBankSummaryRow,
  SubmissionMetric,
} from '../../../../../clients/typescript/src/index.ts'
import { reportQuery, type ReportBody, type Scope } from '../../../data/queries.ts'
import {
  formatCount,
  formatMoney,
  formatPercent,
  formatUnit,
  toWords,
  UNKNOWN,
} from '../../../format/values.ts'
import { Grade } from '../../../parts/marks.tsx'
import { Fault, Skeleton } from '../../../parts/page.tsx'
import { Sparkline } from '../../../parts/chart/sparkline.tsx'
import { findGradeObstacle } from '../grade.ts'
import { isPartial, listPartialReasons } from '../partial.ts'
import { useEvidence } from '../evidence/use-evidence.ts'
import { TileDays } from './tile-days.tsx'

interface Spec {
  metric: string
  label: string
  /** Grades stand at another metric of the scorecard. */
  graded?: string
  /** Of a month, for the line under the value. */
  monthly?: (row: SubmissionBankSummaryRow) => number | null
  show?: (value: number, currency: string) => string
}

const SPECS: readonly Spec[] = [
  {
    metric: 'monthly_true_revenue',
    label: 'True revenue / mo',
    monthly: (row) => row.true_revenue,
  },
  {
    metric: 'monthly_deposit_count',
    label: 'Deposit count / mo',
    monthly: (row) => row.revenue_deposits_count,
  },
  {
    metric: 'average_daily_balance',
    label: 'Average daily balance',
    monthly: (row) => row.average_daily_balance,
  },
  { metric: 'minimum_balance', label: 'Lowest balance', show: formatMoney },
  {
    metric: 'negative_days',
    label: 'Negative days',
    graded: 'negative_days_worst_month',
    monthly: (row) => row.negative_balance_days,
  },
  { metric: 'nsf_overdraft_count', label: 'NSF, overdrafts, returned' },
  { metric: 'active_mca_positions', label: 'Active MCA positions', show: formatCount },
  {
    metric: 'holdback_ratio',
    label: 'Holdback',
    show: formatPercent,
    monthly: (row) => row.holdback_actual,
  },
  { metric: 'revenue_trend', label: 'Revenue trend', show: formatPercent },
  { metric: 'coverage_ratio', label: 'Coverage', show: formatPercent },
]

interface Props {
  id: string
  scope: Scope
  summary: SubmissionBankSummary | undefined
}

/** Ten numbers; each opens what it was computed from. */
export function MetricStrip({ id, scope, summary }: Props) {
  const metrics = useQuery(reportQuery('metrics', id, scope))
  const scorecard = useQuery(reportQuery('scorecard', id, scope))
  if (metrics.error) return <Fault error={metrics.error} onRetry={() => void metrics.refetch()} />
  if (metrics.data === undefined) return <Skeleton height={206} />
  const byName = new Map(metrics.data.metrics.map((metric) => [metric.name, metric]))
  return (
    <div className="tiles" role="group" aria-label="Metrics">
      {SPECS.map((spec) => (
        <Tile
          key={spec.metric}
          spec={spec}
          metric={byName.get(spec.metric)}
          all={metrics.data.metrics}
          grade={findGrade(scorecard.data, spec)}
          obstacle={findObstacle(spec, metrics.data.metrics)}
          months={spec.monthly && summary?.rows.map(spec.monthly)}
        />
      ))}
    </div>
  )
}

function findGrade(scorecard: ReportBody<'scorecard'> | undefined, spec: Spec): string | null {
  const graded = scorecard?.sections.flatMap(({ metrics }) => metrics) ?? []
  return graded.find(({ name }) => name === (spec.graded ?? spec.metric))?.grade ?? null
}

function findObstacle({ metric }: Spec, metrics: readonly SubmissionMetric[]): string | null {
  const own = metrics.find(({ name }) => name === metric)
  return own === undefined ? null : findGradeObstacle(own, metrics)
}

interface TileProps {
  spec: Spec
  metric: SubmissionMetric | undefined
  all: readonly SubmissionMetric[]
  grade: string | null
  /** Why it is not graded although it has a value. */
  obstacle: string | null
  months: (number | null)[] | undefined
}

function Tile({ spec, metric, all, grade, obstacle, months }: TileProps) {
  const open = useEvidence()
  const { value = null, unit = 'n', currency = null } = metric ?? {}
  const reasons = metric === undefined ? [] : listPartialReasons(metric, all)
  const text =
    typeof value === 'number' && spec.show
      ? spec.show(value, currency ?? 'USD')
      : formatUnit(value, unit, currency ?? 'USD')
  const isMarked = metric !== undefined && isPartial(metric, all)
  const isKnown = text !== UNKNOWN
  return (
    <button
      type="button"
      className="tile"
      onClick={() => open({ kind: 'metric', name: spec.metric })}
    >
      <span className="label">{spec.label}</span>
      <span className="tile-value">
        <span>
          {isMarked && isKnown && <span title="From incomplete data">≈</span>}
          {text}
        </span>
        {isKnown && obstacle === null && <Grade grade={grade} of="Grade" />}
        {isKnown && grade !== null && obstacle !== null && (
          <span className="meta !whitespace-normal">– {obstacle}</span>
        )}
      </span>
      {metric && <TileDays metric={metric} />}
      {months !== undefined && months.length > 1 && isKnown ? (
        <Sparkline values={months} />
      ) : (
        <span className="meta">{reasons.slice(0, 2).map(toWords).join(', ')}</span>
      )}
    </button>
  )
}
