import { computeRatio } from '../arithmetic.ts'
import {
  averageByWeekday,
  computeBalanceFigures,
  dailyOperatingOutflow,
  type BalanceFigures,
} from '../figures/balance-figures.ts'
import { computeCashPosition } from '../figures/cashflow.ts'
import { fullMonths } from '../figures/monthly.ts'
import { monthlyTrueRevenue } from '../figures/revenue-figures.ts'
import { KIND } from '../ledger/classify.ts'
import { daysBy, monthly, plainParts, perDay, trueParts } from '../metric/basis.ts'
import type { Method } from '../metric/parts.ts'
import { rowsOfKind } from '../metric/evidence.ts'
import type { Need } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { metric, type Metric, type MetricDeclaration, type MetricOutcome } from '../metric.ts'
import type { Scope } from '../window.ts'
import { BALANCE, money, POSITION, ratioOutcome, scaled, valueOr } from '../metric/outcomes.ts'

function balance(
  declaration: Omit<MetricDeclaration, 'group' | 'compute'> & Pick<Metric, 'compute'>,
): Metric {
  return metric({ needs: BALANCE, ...declaration, group: 'balance' })
}

type Fact = Exclude<keyof BalanceFigures, 'dayCount'>

/** A metric that is one of the balance figures as it stands. */
function fact(key: Fact, declaration: Omit<MetricDeclaration, 'group' | 'compute'>): Metric {
  const method = METHOD_OF_FACT[key]
  return balance({
    basis: method === undefined ? null : daysBy(method),
    ...declaration,
    compute: (ledger, window) => {
      const figures = computeBalanceFigures(ledger, window)
      return valueOr(figures[key], 'insufficient_history', { known_days: figures.dayCount })
    },
  })
}

/**
 * What the accounts held before or after a period. Their statements end on days of their own: each
 * account counts with its last, or its first, known day.
 */
function position(
  key: 'opening' | 'closing',
  declaration: Omit<MetricDeclaration, 'group' | 'compute' | 'unit' | 'formulaId'>,
): Metric {
  return balance({
    needs: POSITION,
    unit: 'amount',
    formulaId: 'B9',
    basis: daysBy(`${key}_day`),
    ...declaration,
    compute: (ledger, window) => valueOr(computeCashPosition(ledger, window)[key], 'no_balance'),
  })
}

const METHOD_OF_FACT: Partial<Record<Fact, Method>> = {
  average: 'mean_of_days',
  weekdayAverage: 'mean_of_business_days',
  minimum: 'lowest_day',
  maximum: 'highest_day',
  negativeDays: 'negative_days',
  lowDays: 'low_days',
  longestNegativeRun: 'negative_run',
  trend: 'day_trend',
}

const MONTH_NEEDS: readonly Need[] = [...BALANCE, 'monthly_mean']
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** End-of-day balances and what follows from them (formulas section 4). */
export const BALANCE_METRICS: readonly Metric[] = [
  position('opening', {
    name: 'opening_balance',
    label: 'Opening balance',
    formula: 'Sum over the accounts of the balance before the first known day of the period',
  }),
  position('closing', {
    name: 'closing_balance',
    label: 'Closing balance',
    formula: 'Sum over the accounts of the balance at the end of the last known day of the period',
    isHigherBetter: true,
    heronLabel: 'latest_balance',
  }),
  fact('average', {
    name: 'average_daily_balance',
    label: 'Average daily balance',
    unit: 'amount',
    formulaId: 'B5',
    formula: 'Sum of end-of-day balances / covered calendar days',
    isHigherBetter: true,
    heronLabel: 'balance_average',
  }),
  fact('weekdayAverage', {
    name: 'average_weekday_balance',
    label: 'Average weekday balance',
    unit: 'amount',
    formulaId: 'B6',
    formula: 'Sum of end-of-day balances on business days / covered business days',
    isHigherBetter: true,
    heronLabel: 'weekday_balance_average',
  }),
  fact('minimum', {
    name: 'minimum_balance',
    label: 'Lowest balance',
    unit: 'amount',
    formulaId: 'B8',
    formula: 'Lowest end-of-day balance',
    isHigherBetter: true,
    heronLabel: 'balance_minimum',
  }),
  fact('maximum', {
    name: 'maximum_balance',
    label: 'Highest balance',
    unit: 'amount',
    formulaId: 'B8',
    formula: 'Highest end-of-day balance',
    isHigherBetter: true,
    heronLabel: 'balance_maximum',
  }),
  balance({
    needs: POSITION,
    name: 'balance_change',
    label: 'Change in balance',
    unit: 'amount',
    formulaId: 'B9',
    formula: 'Closing balance - opening balance',
    isHigherBetter: true,
    heronLabel: 'change_in_balance',
    compute: (ledger, window) => {
      const { opening, closing } = computeCashPosition(ledger, window)
      const change = opening === null || closing === null ? null : closing - opening
      const inputs = { opening: money(opening), closing: money(closing) }
      return valueOr(change, 'no_balance', inputs)
    },
    basis: daysBy('change'),
  }),
  fact('negativeDays', {
    name: 'negative_days',
    label: 'Negative days',
    unit: 'days',
    formulaId: 'B12',
    formula: 'Days on which at least one account ends below zero',
    isHigherBetter: false,
    heronLabel: 'negative_balance_days',
  }),
  balance({
    name: 'negative_days_worst_month',
    label: 'Negative days in the worst month',
    unit: 'days',
    formulaId: 'B12',
    formula: 'Most negative days of a calendar month in the period',
    defaultWindow: 'last_3_full_calendar_months',
    isHigherBetter: false,
    heronLabel: 'max_negative_balance_days_per_statement',
    compute: worstMonth,
    basis: daysBy('worst_month'),
  }),
  balance({
    name: 'negative_days_by_account',
    label: 'Negative days by account',
    unit: 'array',
    formulaId: 'B10',
    formula: 'Days on which each account ends below zero',
    isHigherBetter: false,
    heronLabel: 'negative_balance_days_by_account',
    compute: (ledger, window) => ({
      value: ledger.accounts.map(({ account: { id, name, last4 } }, account) => {
        const { negativeDays } = computeBalanceFigures(ledger, { ...window, account })
        return { account_id: id, name, last4, negative_days: negativeDays }
      }),
    }),
  }),
  fact('longestNegativeRun', {
    name: 'longest_negative_run',
    label: 'Longest run of negative days',
    unit: 'days',
    formulaId: 'B14',
    formula: 'Longest run of consecutive negative calendar days',
    isHigherBetter: false,
  }),
  fact('lowDays', {
    name: 'low_balance_days',
    label: 'Low-balance days',
    unit: 'days',
    formulaId: 'B13',
    formula: 'Days with an end-of-day balance below the low-balance threshold of the tenant',
    isHigherBetter: false,
    heronLabel: 'max_low_balance_days_per_statement',
  }),
  balance({
    name: 'days_of_cash',
    label: 'Days of cash',
    unit: 'days',
    formulaId: 'B16',
    formula: 'Average daily balance / mean daily operating outflow',
    isHigherBetter: true,
    compute: (ledger, window) => {
      const average = computeBalanceFigures(ledger, window).average
      const outflow = dailyOperatingOutflow(ledger, window)
      const names: [string, string] = ['average_daily_balance', 'daily_operating_outflow']
      return ratioOutcome({ numerator: average, denominator: outflow, names }, 'no_transactions')
    },
    basis: daysBy('days_to_rows', perDay(plainParts(rowsOfKind(KIND.operatingOutflow), -1))),
  }),
  balance({
    name: 'adb_to_revenue',
    label: 'Average daily balance to monthly revenue',
    unit: 'ratio',
    formulaId: 'B17',
    formula: 'Average daily balance / monthly true revenue',
    defaultWindow: 'last_3_full_calendar_months',
    isHigherBetter: true,
    heronLabel: 'average_balance_to_revenue_ratio',
    needs: [...MONTH_NEEDS, 'rows', 'categorization'],
    compute: (ledger, window) => {
      const numerator = computeBalanceFigures(ledger, window).average
      const revenue = monthlyTrueRevenue(ledger, window)
      const names: [string, string] = ['average_daily_balance', 'monthly_true_revenue']
      const sides = { numerator, denominator: revenue.value, names }
      return ratioOutcome(sides, 'no_revenue', scaled(revenue))
    },
    basis: daysBy('days_to_rows', monthly(trueParts)),
  }),
  fact('trend', {
    name: 'balance_trend',
    label: 'Balance trend',
    unit: 'n',
    decimals: 4,
    formulaId: 'B18',
    formula: '(Mean of the second half - mean of the first half) / standard deviation',
    isHigherBetter: true,
    heronLabel: 'mean_balance_velocity',
    needs: [...BALANCE, 'history'],
  }),
  balance({
    name: 'balance_volatility',
    label: 'Balance volatility',
    unit: 'ratio',
    formulaId: 'B19',
    formula: 'Standard deviation of end-of-day balances / max(|average|, 1)',
    isHigherBetter: false,
    heronLabel: 'mean_abs_balance_velocity',
    compute: (ledger, window) => {
      const { average, deviation } = computeBalanceFigures(ledger, window)
      const base = average === null ? null : Math.max(Math.abs(average), 100)
      return valueOr(computeRatio(deviation, base), 'no_balance')
    },
    basis: daysBy('day_volatility'),
  }),
  balance({
    name: 'minimum_average_daily_balance_per_month',
    label: 'Lowest monthly average balance',
    unit: 'amount',
    formulaId: 'B7',
    formula: 'Lowest average daily balance of a full calendar month',
    defaultWindow: 'last_3_full_calendar_months',
    isHigherBetter: true,
    heronLabel: 'min_average_daily_balance_per_statement',
    needs: MONTH_NEEDS,
    compute: lowestMonth,
    basis: daysBy('lowest_month'),
  }),
  weekdayMetric('best_weekday', 'Weekday of the highest mean balance', 1),
  weekdayMetric('worst_weekday', 'Weekday of the lowest mean balance', -1),
]

/** Every month the period touches takes part: a short month can be bad enough. */
function worstMonth(ledger: Ledger, window: Scope): MetricOutcome {
  const months = ledger.months
    .filter(({ startDay, endDay }) => endDay >= window.startDay && startDay <= window.endDay)
    .map((month) => {
      const startDay = Math.max(month.startDay, window.startDay)
      const endDay = Math.min(month.endDay, window.endDay)
      const { negativeDays } = computeBalanceFigures(ledger, {
        startDay,
        endDay,
        account: window.account ?? null,
      })
      return { month: month.month, negative_days: negativeDays }
    })
  const value = months.reduce((most, { negative_days }) => Math.max(most, negative_days ?? 0), 0)
  return { value, breakdown: months }
}

function lowestMonth(ledger: Ledger, window: Scope): MetricOutcome {
  const averages = fullMonths(ledger, window)
    .map(
      (month) =>
        computeBalanceFigures(ledger, { ...month, account: window.account ?? null }).average,
    )
    .filter((average) => average !== null)
  return valueOr(averages.length === 0 ? null : Math.min(...averages), 'insufficient_history')
}

function weekdayMetric(name: string, formula: string, sign: 1 | -1): Metric {
  return balance({
    name,
    label: name === 'best_weekday' ? 'Best weekday' : 'Worst weekday',
    unit: 'string',
    formulaId: 'B5',
    formula,
    heronLabel: sign === 1 ? 'weekday_with_highest_avg' : 'weekday_with_lowest_avg',
    compute: (ledger, window) => {
      const means = averageByWeekday(ledger, window)
      const known = means.flatMap((mean, day) => (mean === null ? [] : [{ mean, day }]))
      known.sort((a, b) => sign * (b.mean - a.mean) || a.day - b.day)
      return valueOr(WEEKDAYS[known[0]?.day ?? -1] ?? null, 'no_balance')
    },
    basis: daysBy(sign === 1 ? 'best_weekday' : 'worst_weekday'),
  })
}
