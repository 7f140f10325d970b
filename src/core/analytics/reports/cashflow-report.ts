import { Type, type Static } from 'typebox'
import { dateOfDay } from '../../values/dates.ts'
import { computeMean, computeMedian, computeRatio, theilSenSlope } from '../arithmetic.ts'
import { computeCashPosition, getCashFlowLine } from '../figures/cashflow.ts'
import { coverageRatio } from '../figures/quality.ts'
import { byFullMonth } from '../figures/monthly.ts'
import { revenueByMonth, revenueGrowth, revenueTrend } from '../figures/revenue-figures.ts'
import { judge, windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { toAmount } from '../metric.ts'
import { REVENUE } from '../metric/outcomes.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { Figure, Nullable, Shape } from '../schemas.ts'
import type { CashflowLine } from '../settings.ts'
import type { Scope, Window } from '../window.ts'
import {
  Line,
  buildLines,
  linesOfLayout,
  Ratios,
  computeRatios,
  rounded,
  TOP_LINES,
} from './cashflow-lines.ts'
import { buildQuerySchema } from './paging.ts'
import { cutPeriods, type Period } from './periods.ts'

const GRANULARITIES = ['month', 'week', 'quarter', 'total'] as const

const LAYOUTS = ['default', 'tenant'] as const

const PeriodBody = Shape({
  start_date: Type.String(),
  end_date: Type.String(),
  is_partial: Type.Boolean(),
  month_fraction: Type.Number(),
  lines: Type.Array(Line),
  ratios: Ratios,
  opening_balance: Figure,
  closing_balance: Figure,
  unexplained_difference: Figure,
})

const Average = Shape({
  full_months: Type.Integer(),
  lines: Type.Array(Shape({ key: Type.String(), label: Type.String(), amount: Figure })),
})

const Trend = Shape({
  full_months: Type.Integer(),
  revenue_trend: Figure,
  revenue_growth_mom: Figure,
  revenue_growth_qoq: Figure,
  operating_cash_flow_trend: Figure,
})

const schema = reportSchema({
  granularity: Type.Enum(GRANULARITIES),
  layout: Type.Enum(LAYOUTS),
  is_simulated: Type.Boolean(),
  revenue_formula_version: Type.Integer(),
  periods: Type.Array(PeriodBody),
  totals: Nullable(PeriodBody),
  average: Nullable(Average),
  trend: Trend,
})

/** Profit and loss from categories, period by period (formulas section 11). */
export const cashflow: Report = {
  name: 'cashflow',
  title: 'Cash flow',
  description: 'Profit and loss by period from categorized transactions, checked against balances.',
  defaultWindow: 'all',
  query: buildQuerySchema({
    granularity: Type.Optional(Type.Enum(GRANULARITIES, { default: 'month' })),
    layout: Type.Optional(Type.Enum(LAYOUTS, { default: 'default' })),
    /** Settings to try, as JSON: `{"revenue_formula": {"exclude_slugs": [...]}}`; not stored. */
    simulate: Type.Optional(Type.String({ maxLength: 4000 })),
    /** The revenue formula of an earlier state of the settings. */
    revenue_formula_version: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  schema,
  compute: computeCashflow,
}

function computeCashflow(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const window = request.window ?? windowNamed(ledger, 'all')
  const granularity = (request.options['granularity'] ?? 'month') as (typeof GRANULARITIES)[number]
  const layout = request.options['layout'] === 'tenant' ? ledger.settings.cashflowLayout : null
  const { blocks, weakens } = judge(ledger, window, REVENUE)
  const isKnown = blocks.length === 0
  const periods = isKnown ? cutPeriods(window, granularity) : []
  const [total] = isKnown ? cutPeriods(window, 'total') : []
  const reasons = isKnown ? weakens : blocks
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons }),
    granularity,
    layout: layout === null ? 'default' : 'tenant',
    is_simulated: ledger.queryParameters['simulate'] !== null,
    revenue_formula_version: ledger.settings.revenueFormula.version,
    periods: periods.map((period) => periodBody(ledger, period, layout)),
    totals: total === undefined ? null : periodBody(ledger, total, layout),
    average: isKnown ? computeAverage(ledger, window) : null,
    trend: computeTrend(ledger, window),
  }
}

/** A piece that the window cuts, or that is not wholly covered, is partial. */
function periodBody(
  ledger: Ledger,
  period: Period,
  layout: readonly CashflowLine[] | null,
): Static<typeof PeriodBody> {
  const { currency } = ledger
  const { opening, closing, unexplained } = computeCashPosition(ledger, period)
  const days = period.endDay - period.startDay + 1
  const covered = (coverageRatio(ledger, period) ?? 0) * days
  const fraction = covered / (period.calendarEnd - period.calendarStart + 1)
  return {
    start_date: dateOfDay(period.startDay),
    end_date: dateOfDay(period.endDay),
    is_partial: fraction < 1,
    month_fraction: rounded(fraction)!,
    lines: layout === null ? buildLines(ledger, period) : linesOfLayout(ledger, period, layout),
    ratios: computeRatios(ledger, period),
    opening_balance: toAmount(opening, currency),
    closing_balance: toAmount(closing, currency),
    unexplained_difference: toAmount(unexplained, currency),
  }
}

/** Mean of each line over full calendar months; null without one (formulas C9). */
function computeAverage(ledger: Ledger, window: Window): Static<typeof Average> | null {
  const months = revenueByMonth(ledger, window).length
  if (months === 0) return null
  const lines = TOP_LINES.map(({ key, label }) => {
    const mean = computeMean(
      byFullMonth(ledger, window, (month) => getCashFlowLine(ledger, month, key)),
    )
    return { key, label, amount: toAmount(mean, ledger.currency) }
  })
  return { full_months: months, lines }
}

function computeTrend(ledger: Ledger, window: Scope): Static<typeof Trend> {
  const revenue = revenueByMonth(ledger, window)
  const flows = byFullMonth(ledger, window, (month) =>
    getCashFlowLine(ledger, month, 'operating_cash_flow'),
  )
  const slope = flows.length < 3 ? null : computeRatio(theilSenSlope(flows), computeMedian(revenue))
  return {
    full_months: revenue.length,
    revenue_trend: rounded(revenueTrend(revenue)),
    revenue_growth_mom: rounded(revenueGrowth(ledger, window, { span: 1, lag: 1 })),
    revenue_growth_qoq: rounded(revenueGrowth(ledger, window, { span: 3, lag: 3 })),
    operating_cash_flow_trend: rounded(slope),
  }
}
