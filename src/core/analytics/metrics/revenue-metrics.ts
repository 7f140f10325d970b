import {
  byMonth,
  each,
  grossParts,
  monthly,
  over,
  partsOf,
  perDay,
  trueParts,
} from '../metric/basis.ts'
import { revenueRows, rowsOfKind } from '../metric/evidence.ts'
import { coveredDays } from '../figures/quality.ts'
import { byFullMonth } from '../figures/monthly.ts'
import {
  getConcentration,
  monthlyTrueRevenue,
  revenueByMonth,
  revenueDays,
  revenueGrowth,
  computeRevenue,
  revenueTrend,
  revenueVariation,
  computeTrueRevenue,
  type Revenue,
} from '../figures/revenue-figures.ts'
import type { Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { getExponent } from '../../values/money.ts'
import { metric, type Metric, type MetricDeclaration, type MetricOutcome } from '../metric.ts'
import {
  annualParts,
  CONCENTRATION_BASES,
  excludedParts,
  growthParts,
  lowestMonthParts,
  partiesOf,
} from './revenue-bases.ts'
import type { Window } from '../window.ts'
import {
  meanOutcome,
  money,
  MONTHLY,
  ratioOutcome,
  REVENUE,
  TREND,
  valueOr,
} from '../metric/outcomes.ts'

const SIX_MONTHS = 'last_6_full_calendar_months'
const THREE_MONTHS = 'last_3_full_calendar_months'

function revenue(declaration: Omit<MetricDeclaration, 'group'>): Metric {
  return metric({ needs: REVENUE, ...declaration, group: 'profit_and_loss' })
}

/** A metric that is one of the sums R1 to R5. */
function sum(
  key: Exclude<keyof Revenue, 'excluded'>,
  declaration: Omit<MetricDeclaration, 'group' | 'compute' | 'unit'>,
): Metric {
  return revenue({
    ...declaration,
    unit: 'amount',
    compute: (ledger, window) => ({ value: computeRevenue(ledger, window)[key] }),
  })
}

const CONCENTRATION_FORMULAS = {
  top1: 'Revenue of the largest payer / revenue of identified payers',
  top5: 'Revenue of the five largest payers / revenue of identified payers',
  hhi: 'Sum of the squared shares of identified payers in their revenue',
}

/** True revenue, its months, its direction and where it comes from (formulas section 3). */
export const REVENUE_METRICS: readonly Metric[] = [
  sum('grossRevenue', {
    name: 'gross_revenue',
    label: 'Gross revenue',
    formulaId: 'R2',
    formula: 'Sum of inflows that count as revenue',
    isHigherBetter: true,
    basis: { method: 'sum', parts: grossParts },
  }),
  sum('contraRevenue', {
    name: 'contra_revenue',
    label: 'Contra revenue',
    formulaId: 'R3',
    formula: 'Customer refunds + chargebacks + deposited items returned',
    isHigherBetter: false,
    basis: each(rowsOfKind(KIND.contra), 'sum', -1),
  }),
  sum('trueRevenue', {
    name: 'true_revenue',
    label: 'True revenue',
    formulaId: 'R4',
    formula: 'Gross revenue - contra revenue',
    isHigherBetter: true,
    heronLabel: 'revenue',
    basis: { method: 'sum', parts: trueParts },
  }),
  revenue({
    name: 'non_revenue_deposits',
    label: 'Non-revenue deposits',
    unit: 'amount',
    formulaId: 'R5',
    formula: 'Total deposits - gross revenue',
    compute: (ledger, window) => {
      const { nonRevenueDeposits, excluded } = computeRevenue(ledger, window)
      const breakdown = excluded.map(({ reason, amount }) => ({ reason, amount: money(amount) }))
      return { value: nonRevenueDeposits, breakdown }
    },
    basis: { method: 'sum', parts: excludedParts },
  }),
  revenue({
    name: 'true_revenue_ratio',
    label: 'Revenue share of deposits',
    unit: 'ratio',
    formulaId: 'R6',
    formula: 'Gross revenue / total deposits',
    isHigherBetter: true,
    compute: (ledger, window) => {
      const { grossRevenue, totalDeposits } = computeRevenue(ledger, window)
      const names: [string, string] = ['gross_revenue', 'total_deposits']
      const sides = { numerator: grossRevenue, denominator: totalDeposits, names }
      return ratioOutcome(sides, 'no_transactions')
    },
    basis: over(grossParts, partsOf(rowsOfKind(KIND.deposit))),
  }),
  revenue({
    name: 'monthly_true_revenue',
    label: 'Monthly true revenue',
    unit: 'amount',
    formulaId: 'R7',
    formula: 'Mean true revenue of full calendar months; else per covered day x 30.4375',
    defaultWindow: THREE_MONTHS,
    isHigherBetter: true,
    heronLabel: 'revenue_monthly_average',
    needs: MONTHLY,
    compute: (ledger, window) => meanOutcome(monthlyTrueRevenue(ledger, window)),
    basis: { method: 'sum', parts: monthly(trueParts) },
  }),
  revenue({
    name: 'minimum_monthly_revenue',
    label: 'Lowest monthly revenue',
    unit: 'amount',
    formulaId: 'R7',
    formula: 'Lowest true revenue of a full calendar month',
    defaultWindow: THREE_MONTHS,
    isHigherBetter: true,
    heronLabel: 'min_total_revenue_per_statement',
    needs: MONTHLY,
    compute: (ledger, window) => {
      const months = revenueByMonth(ledger, window)
      return valueOr(months.length === 0 ? null : Math.min(...months), 'insufficient_history')
    },
    basis: { method: 'sum', parts: lowestMonthParts },
  }),
  revenue({
    name: 'daily_true_revenue',
    label: 'Daily true revenue',
    unit: 'amount',
    formulaId: 'R4',
    formula: 'True revenue / covered days',
    isHigherBetter: true,
    heronLabel: 'revenue_daily_average',
    compute: (ledger, window) => {
      const days = coveredDays(ledger, window)
      const value = days === 0 ? null : computeTrueRevenue(ledger, window) / days
      return valueOr(value, 'coverage_gap', { covered_days: days })
    },
    basis: { method: 'sum', parts: perDay(trueParts) },
  }),
  revenue({
    name: 'annualized_true_revenue',
    label: 'Annualized true revenue',
    unit: 'amount',
    formulaId: 'R8',
    formula: 'Monthly true revenue x 12; the sum of the last 12 full months when there are 12',
    defaultWindow: THREE_MONTHS,
    isHigherBetter: true,
    heronLabel: 'annualized_revenue',
    needs: MONTHLY,
    compute: annualized,
    basis: { method: 'sum', parts: annualParts },
  }),
  revenue({
    name: 'revenue_trend',
    label: 'Monthly revenue trend',
    unit: 'ratio',
    formulaId: 'R9',
    formula: 'Theil-Sen slope of monthly true revenue / median monthly true revenue',
    defaultWindow: SIX_MONTHS,
    isHigherBetter: true,
    heronLabel: 'revenue_growth_rate',
    needs: TREND,
    compute: (ledger, window) => {
      const months = revenueByMonth(ledger, window)
      return valueOr(revenueTrend(months), 'insufficient_history', { full_months: months.length })
    },
    basis: { method: 'theil_sen', parts: byMonth(trueParts) },
  }),
  growth('mom', 'month over month', { span: 1, lag: 1 }),
  growth('qoq', 'last three months over the three before', { span: 3, lag: 3 }),
  growth('yoy', 'last three months over the same months a year ago', { span: 3, lag: 12 }),
  revenue({
    name: 'revenue_cv',
    label: 'Revenue volatility',
    unit: 'ratio',
    formulaId: 'R11',
    formula: 'Population standard deviation of monthly true revenue / mean',
    defaultWindow: SIX_MONTHS,
    isHigherBetter: false,
    needs: TREND,
    compute: (ledger, window) => {
      const months = revenueByMonth(ledger, window)
      const inputs = { full_months: months.length }
      return valueOr(revenueVariation(months), 'insufficient_history', inputs)
    },
    basis: { method: 'variation', parts: byMonth(trueParts) },
  }),
  concentration('revenue_concentration_top1', 'top1', 'Largest payer’s share of revenue'),
  concentration('revenue_concentration_top5', 'top5', 'Five largest payers’ share of revenue'),
  concentration('revenue_hhi', 'hhi', 'Revenue concentration (HHI)'),
  revenue({
    name: 'revenue_source_count',
    label: 'Revenue sources',
    unit: 'n',
    formulaId: 'R12',
    formula: 'Distinct named payers of revenue',
    isHigherBetter: true,
    heronLabel: 'revenue_sources',
    compute: (ledger, window) => ({ value: getConcentration(ledger, window).sources.length }),
    basis: { method: 'distinct_parties', parts: partiesOf(revenueRows) },
  }),
  revenue({
    name: 'months_below_revenue_target',
    label: 'Months below a revenue target',
    unit: 'n',
    formulaId: 'R4',
    formula: 'Full months with true revenue below the parameter target',
    defaultWindow: SIX_MONTHS,
    isHigherBetter: false,
    heronLabel: 'number_months_revenue_less_monthly_target',
    needs: MONTHLY,
    parameters: [
      {
        name: 'target',
        type: 'number',
        isRequired: true,
        description: 'Monthly revenue in major units.',
      },
    ],
    compute: (ledger, window, { target }) => {
      const months = revenueByMonth(ledger, window)
      const cents = Number(target) * 10 ** getExponent(ledger.currency)
      const count = months.filter((amount) => amount < cents).length
      return valueOr(months.length === 0 ? null : count, 'insufficient_history')
    },
    basis: { method: 'months_below', parts: byMonth(trueParts) },
  }),
  revenue({
    name: 'revenue_days',
    label: 'Revenue days',
    unit: 'days',
    formulaId: 'R14',
    formula: 'Days with an inflow that counts as revenue',
    isHigherBetter: true,
    compute: (ledger, window) => ({ value: revenueDays(ledger, window).days }),
    basis: each(revenueRows, 'distinct_days'),
  }),
  revenue({
    name: 'revenue_gap_days',
    label: 'Longest period without revenue',
    unit: 'days',
    formulaId: 'R14',
    formula: 'Longest run of covered business days without revenue',
    isHigherBetter: false,
    compute: (ledger, window) => ({ value: revenueDays(ledger, window).gapDays }),
  }),
]

function annualized(ledger: Ledger, window: Window): MetricOutcome {
  const all = { startDay: ledger.firstDay, endDay: window.endDay }
  const year = byFullMonth(ledger, all, (month) => computeTrueRevenue(ledger, month)).slice(-12)
  if (year.length === 12) {
    return { value: year.reduce((total, month) => total + month, 0), inputs: { full_months: 12 } }
  }
  const mean = monthlyTrueRevenue(ledger, window)
  const value = mean.value === null ? null : mean.value * 12
  return meanOutcome({ ...mean, value }, { monthly_true_revenue: money(mean.value) })
}

function growth(suffix: string, words: string, months: { span: number; lag: number }): Metric {
  return revenue({
    name: `revenue_growth_${suffix}`,
    label: `Revenue growth, ${words}`,
    unit: 'ratio',
    formulaId: 'R10',
    formula: `True revenue of full months, ${words}, less 1`,
    defaultWindow: SIX_MONTHS,
    isHigherBetter: true,
    heronLabel: 'inflow_growth_rate',
    needs: TREND,
    compute: (ledger, window) =>
      valueOr(revenueGrowth(ledger, window, months), 'insufficient_history'),
    basis: { method: 'growth', parts: growthParts(months) },
  })
}

function concentration(name: string, key: 'top1' | 'top5' | 'hhi', label: string): Metric {
  return revenue({
    name,
    label,
    unit: 'ratio',
    formulaId: 'R12',
    formula: CONCENTRATION_FORMULAS[key],
    isHigherBetter: false,
    compute: (ledger, window) => {
      const found = getConcentration(ledger, window)
      const breakdown = found.sources
        .slice(0, 5)
        .map((source) => ({
          name: source.name,
          amount: money(source.amount),
          share: source.share,
          is_processor: source.isProcessor,
        }))
      const inputs = {
        identified: money(found.identified),
        unidentified: money(found.unidentified),
        settlement_share: found.settlementShare,
      }
      const reason = found.settlementShare === null ? 'no_revenue' : 'no_identified_payer'
      return { ...valueOr(found[key], reason, inputs), breakdown }
    },
    basis: CONCENTRATION_BASES[key],
  })
}
