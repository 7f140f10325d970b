import type { CoveredPeriod } from '../../values/account.ts'
import { Type, type Static } from 'typebox'
import { dateOfDay } from '../../values/dates.ts'
import { computeMean, computeRatio, roundNumber } from '../arithmetic.ts'
import { computeBalanceFigures } from '../figures/balance-figures.ts'
import { computeCashPosition } from '../figures/cashflow.ts'
import { coveredDays, coverageRatio } from '../figures/quality.ts'
import { activeMcaPositions, sumMcaPayments } from '../figures/debt-figures.ts'
import { selectByKind } from '../figures/deposit-figures.ts'
import { computeNsfFigures } from '../figures/nsf.ts'
import { monthlyTrueRevenue, computeRevenue } from '../figures/revenue-figures.ts'
import { judge, windowNamed } from '../metric/gate.ts'
import { getTally, type Ledger } from '../ledger.ts'
import { categoryIndex, KIND } from '../ledger/classify.ts'
import { labelAt, rowAt } from '../ledger/rows/select.ts'

import { toAmount } from '../metric.ts'
import { REVENUE } from '../metric/outcomes.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { Figure, Nullable, Shape, Text } from '../schemas.ts'
import type { Scope } from '../window.ts'
import { rounded } from './cashflow-lines.ts'
import { cutPeriods, type Period } from './periods.ts'
import { bankSummaryText } from '../text/bank-summary-text.ts'

const GROUPS = ['month', 'account', 'account_month', 'rolling_30_days'] as const

const numbers = {
  beginning_balance: Figure,
  ending_balance: Figure,
  total_credits: Type.Number(),
  total_debits: Type.Number(),
  credits_count: Type.Integer(),
  debits_count: Type.Integer(),
  true_revenue: Type.Number(),
  non_revenue: Type.Number(),
  revenue_deposits_count: Type.Integer(),
  average_daily_balance: Figure,
  business_day_average_balance: Figure,
  average_balance_to_revenue_ratio: Figure,
  low_balance_days: Nullable(Type.Integer()),
  negative_balance_days: Nullable(Type.Integer()),
  nsf_count: Type.Integer(),
  overdraft_count: Type.Integer(),
  additional_overdraft_transfers: Type.Integer(),
  nsf_overdraft_days: Type.Integer(),
  mca_credits: Type.Number(),
  mca_debits: Type.Number(),
  mca_count: Type.Integer(),
  holdback_actual: Figure,
  holdback_expected: Figure,
  days_covered: Type.Integer(),
}
const Row = Shape({
  period: Type.String(),
  start_date: Type.String(),
  end_date: Type.String(),
  account_id: Text,
  ...numbers,
  is_mtd: Type.Boolean(),
  is_partial: Type.Boolean(),
  is_unreconcilable: Type.Boolean(),
  is_set_by_person: Type.Boolean(),
})
const Averages = Shape(
  Object.fromEntries(Object.keys(numbers).map((key) => [key, Figure])) as Record<
    keyof typeof numbers,
    typeof Figure
  >,
)

const schema = reportSchema({
  group_by: Type.Enum(GROUPS),
  rows: Type.Array(Row),
  totals: Type.Union([Shape(numbers), Type.Null()]),
  averages: Type.Union([Averages, Type.Null()]),
  accounts: Type.Array(
    Shape({
      account_id: Type.String(),
      name: Type.String(),
      institution_name: Text,
      last4: Text,
      type: Type.String(),
      currency: Type.String(),
    }),
  ),
})

/** The classic bank statement summary: one row per month, account or 30 days. */
export const bankSummary: Report = {
  name: 'bank-summary',
  title: 'Bank summary',
  description:
    'Balances, deposits, revenue, NSF and advances by month, account or rolling 30 days.',
  defaultWindow: 'all',
  query: Type.Object(
    { group_by: Type.Optional(Type.Enum(GROUPS, { default: 'month' })) },
    { additionalProperties: false },
  ),
  schema,
  toText: bankSummaryText,
  compute: computeBankSummary,
}

type Group = (typeof GROUPS)[number]

const RATIOS: readonly string[] = [
  'average_balance_to_revenue_ratio',
  'holdback_actual',
  'holdback_expected',
]

export function computeBankSummary(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const window = request.window ?? windowNamed(ledger, 'all')
  const group = (request.options['group_by'] ?? 'month') as Group
  const { blocks, weakens } = judge(ledger, window, REVENUE)
  const isKnown = blocks.length === 0
  const rows = isKnown
    ? cut(ledger, window, group).map((each) => buildRow(ledger, each, group))
    : []
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons: isKnown ? weakens : blocks }),
    group_by: group,
    rows,
    totals: isKnown ? computeNumbers(ledger, window) : null,
    averages: computeAverages(rows),
    accounts: ledger.accounts.map(({ account }) => ({
      account_id: account.id,
      name: account.name,
      institution_name: account.institutionName,
      last4: account.last4,
      type: account.type,
      currency: account.currency,
    })),
  }
}

/** Pieces of the window that hold a row or a covered day. */
function cut(ledger: Ledger, window: Scope, group: Group): Period[] {
  const pieces =
    group === 'month' || group === 'account_month'
      ? cutPeriods(window, 'month')
      : group === 'rolling_30_days'
        ? rollingPeriods(window)
        : cutPeriods(window, 'total')
  const accounts = group.startsWith('account') ? [...ledger.accounts.keys()] : [null]
  const all = accounts.flatMap((account) => pieces.map((piece) => ({ ...piece, account })))
  return all.filter(
    (piece) => coveredDays(ledger, piece) > 0 || getTally(ledger, piece).rowCount > 0,
  )
}

/** Thirty days each, counted back from the end; the oldest may be shorter. */
function rollingPeriods(window: Scope): Period[] {
  const periods: Period[] = []
  for (let endDay = window.endDay; endDay >= window.startDay; endDay -= 30) {
    const calendarStart = endDay - 29
    const startDay = Math.max(window.startDay, calendarStart)
    periods.unshift({ startDay, endDay, calendarStart, calendarEnd: endDay })
  }
  return periods
}

function buildRow(ledger: Ledger, period: Period, group: Group): Static<typeof Row> {
  const account = period.account == null ? null : ledger.accounts[period.account]!
  const startDate = dateOfDay(period.startDay)
  const endDate = dateOfDay(period.endDay)
  const isWhole = period.startDay === period.calendarStart && period.endDay === period.calendarEnd
  const isMonth = group === 'month' || group === 'account_month'
  return {
    period: isMonth ? startDate.slice(0, 7) : `${startDate} to ${endDate}`,
    start_date: startDate,
    end_date: endDate,
    account_id: account?.account.id ?? null,
    ...computeNumbers(ledger, period),
    is_mtd: isMonth && period.endDay < period.calendarEnd && endDate === ledger.asOf,
    is_partial: !isWhole || (coverageRatio(ledger, period) ?? 0) < 1,
    is_unreconcilable: isUnreconcilable(ledger, period),
    is_set_by_person: isSetByPerson(ledger, period),
  }
}

/** A statement that overlaps the period does not reconcile. */
function isUnreconcilable(ledger: Ledger, period: Scope): boolean {
  return hasStatement(
    ledger,
    period,
    ({ reconciliationStatus }) => reconciliationStatus === 'unreconciled',
  )
}

/** One that overlaps it closes only by a figure that a person set. */
function isSetByPerson(ledger: Ledger, period: Scope): boolean {
  return hasStatement(ledger, period, (statement) => statement.isSetByPerson === true)
}

function hasStatement(
  ledger: Ledger,
  period: Scope,
  isMeant: (statement: CoveredPeriod) => boolean,
): boolean {
  const [startDate, endDate] = [dateOfDay(period.startDay), dateOfDay(period.endDay)]
  return ledger.accounts
    .filter((_, account) => period.account == null || period.account === account)
    .flatMap(({ periods }) => periods)
    .some(
      (statement) =>
        isMeant(statement) && statement.startDate <= endDate && statement.endDate >= startDate,
    )
}

type Numbers = Static<ReturnType<typeof Shape<typeof numbers>>>

function computeNumbers(ledger: Ledger, scope: Scope): Numbers {
  const amount = (cents: number | null): number | null => toAmount(cents, ledger.currency)
  const revenue = computeRevenue(ledger, scope)
  const balance = computeBalanceFigures(ledger, scope)
  const cash = computeCashPosition(ledger, scope)
  const nsf = computeNsfFigures(ledger, scope)
  const flows = sumFlows(ledger, scope)
  const monthly = monthlyTrueRevenue(ledger, scope).value
  const advances = computeAdvances(ledger, scope, monthly)
  return {
    beginning_balance: amount(cash.opening),
    ending_balance: amount(cash.closing),
    total_credits: amount(flows.credits)!,
    total_debits: amount(flows.debits)!,
    credits_count: flows.creditCount,
    debits_count: flows.debitCount,
    true_revenue: amount(revenue.trueRevenue)!,
    non_revenue: amount(revenue.nonRevenueDeposits)!,
    revenue_deposits_count: getTally(ledger, scope).revenueCount,
    average_daily_balance: amount(balance.average),
    business_day_average_balance: amount(balance.weekdayAverage),
    average_balance_to_revenue_ratio: rounded(computeRatio(balance.average, monthly)),
    low_balance_days: balance.lowDays,
    negative_balance_days: balance.negativeDays,
    nsf_count: nsf.nsfCount,
    overdraft_count: nsf.overdraftCount,
    additional_overdraft_transfers: nsf.overdraftTransferCount,
    nsf_overdraft_days: nsf.nsfDays,
    ...advances,
    days_covered: coveredDays(ledger, scope),
  }
}

function sumFlows(
  ledger: Ledger,
  scope: Scope,
): { credits: number; debits: number; creditCount: number; debitCount: number } {
  const { inflow, outflow, inflowCount, outflowCount } = getTally(ledger, scope)
  const total = (values: Float64Array | Uint32Array): number => {
    let sum = 0
    for (const value of values) sum += value
    return sum
  }
  return {
    credits: total(inflow),
    debits: total(outflow),
    creditCount: total(inflowCount),
    debitCount: total(outflowCount),
  }
}

/** Advances in and out; the expected holdback is payments at their cadence (formulas P20). */
function computeAdvances(
  ledger: Ledger,
  scope: Scope,
  monthlyRevenue: number | null,
): Pick<
  Numbers,
  'mca_credits' | 'mca_debits' | 'mca_count' | 'holdback_actual' | 'holdback_expected'
> {
  const tally = getTally(ledger, scope)
  const credits =
    tally.inflow[categoryIndex('debt.mca_advance', 1)]! +
    tally.inflow[categoryIndex('debt.reverse_consolidation_in', 1)]!
  const debits = sumMcaPayments(ledger, scope)
  const payers = selectByKind(ledger, scope, KIND.mcaPayment).map((row) => {
    const { merchantName } = ledger.table.others[ledger.columns.other[row]!]!
    const known = labelAt(ledger, row).funderId ?? merchantName
    return known ?? rowAt(ledger, row).normalizedDescription
  })
  const monthly = activeMcaPositions(ledger).reduce(
    (sum, { monthlyPayment }) => sum + (monthlyPayment ?? 0),
    0,
  )
  const { trueRevenue } = computeRevenue(ledger, scope)
  return {
    mca_credits: toAmount(credits, ledger.currency)!,
    mca_debits: toAmount(debits, ledger.currency)!,
    mca_count: new Set(payers).size,
    holdback_actual: rounded(computeRatio(debits, trueRevenue)),
    holdback_expected: rounded(computeRatio(monthly, monthlyRevenue)),
  }
}

/** Mean of each number over the rows that are not partial; null without such a row. */
function computeAverages(rows: readonly Static<typeof Row>[]): Static<typeof Averages> | null {
  const whole = rows.filter(({ is_partial }) => !is_partial)
  if (whole.length === 0) return null
  const keys = Object.keys(numbers) as (keyof typeof numbers)[]
  const means = keys.map((key) => {
    const values = whole.map((row) => row[key]).filter((value) => value !== null)
    const decimals = RATIOS.includes(key) ? 4 : 2
    return [key, roundNumber(computeMean(values), decimals)]
  })
  return Object.fromEntries(means) as Static<typeof Averages>
}
