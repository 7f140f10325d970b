import { Type, type Static } from 'typebox'
import { computeMean, computeQuantile, computeRatio, sorted, roundNumber } from '../arithmetic.ts'
import { computeBalanceFigures } from '../figures/balance-figures.ts'
import { computeBenford } from '../figures/benford.ts'
import {
  depositMix,
  computeDepositFigures,
  selectByKind,
  type DepositChannel,
} from '../figures/deposit-figures.ts'
import { coveredDays } from '../figures/quality.ts'
import { byFullMonth, fullMonths } from '../figures/monthly.ts'
import { computeNsfFigures } from '../figures/nsf.ts'
import { computeRevenue, computeTrueRevenue } from '../figures/revenue-figures.ts'
import { defaultWindow, judge } from '../metric/gate.ts'
import { getTally, type Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { kindCount, kindSum } from '../ledger/tally.ts'
import { dateOfDay, toMonth } from '../../values/dates.ts'
import { toAmount } from '../metric.ts'
import { BANK } from '../metric/outcomes.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { Figure, Nullable, Shape } from '../schemas.ts'
import type { Scope } from '../window.ts'
import {
  Benford,
  Bucket,
  buildBuckets,
  Distribution,
  buildDistribution,
  roundShare,
} from './distributions.ts'
import { cutPeriods } from './periods.ts'

/** Null where nothing is known. */
const Count = Nullable(Type.Integer())

const nsfNumbers = {
  nsf_count: Count,
  overdraft_count: Count,
  returned_item_count: Count,
  nsf_overdraft_count: Count,
  nsf_days: Count,
  nsf_overdraft_fees: Figure,
  returned_deposit_count: Count,
  overdraft_transfer_count: Count,
  extended_overdraft_fee_count: Count,
  overdraft_days: Count,
  monthly_rate: Figure,
}
const ChannelShare = Shape({ amount: Figure, count: Count, share: Figure })
const channelNames = ['cash', 'check', 'card', 'ach', 'wire', 'p2p', 'other'] as const

const schema = reportSchema({
  transactions: Shape({
    count: Type.Integer(),
    inflow_count: Type.Integer(),
    outflow_count: Type.Integer(),
    per_day: Figure,
  }),
  deposits: Shape({
    deposit_count: Count,
    revenue_deposit_count: Count,
    deposit_days: Count,
    average_deposit: Figure,
    median_deposit: Figure,
    large_deposit_count: Count,
    double_average_deposit_count: Count,
    outlier_deposit_count: Count,
    max_deposit_share: Figure,
  }),
  withdrawals: Shape({
    withdrawal_count: Count,
    withdrawal_total: Figure,
    average_withdrawal: Figure,
    median_withdrawal: Figure,
  }),
  nsf: Shape({
    total: Shape(nsfNumbers),
    months: Type.Array(Shape({ month: Type.String(), ...nsfNumbers })),
  }),
  channels: Shape(
    Object.fromEntries(channelNames.map((name) => [name, ChannelShare])) as Record<
      (typeof channelNames)[number],
      typeof ChannelShare
    >,
  ),
  distribution: Shape({ inflow: Distribution, outflow: Distribution }),
  by_weekday: Type.Array(Bucket),
  by_day_of_month: Type.Array(Bucket),
  seasonality: Type.Array(
    Shape({ month: Type.String(), true_revenue: Type.Number(), index: Figure }),
  ),
  round_number_share: Figure,
  benford: Benford,
})

/** Counts, sizes, channels and shapes of the rows (formulas sections 5 and 6). */
export const statistics: Report = {
  name: 'statistics',
  title: 'Statistics',
  description: 'Deposits, withdrawals, NSF, channels and distributions of the transactions.',
  defaultWindow: 'last_90_days',
  query: Type.Object({}, { additionalProperties: false }),
  schema,
  compute: computeStatistics,
}

function computeStatistics(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const window = request.window ?? defaultWindow(ledger, 'last_90_days')
  const { blocks, weakens } = judge(ledger, window, BANK)
  const isKnown = blocks.length === 0
  const deposits = selectByKind(ledger, window, KIND.countedDeposit)
  const inflows = listSizes(ledger, deposits)
  const outflows = listSizes(ledger, selectByKind(ledger, window, KIND.withdrawal))
  const months = isKnown ? cutPeriods(window, 'month') : []
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons: isKnown ? weakens : blocks }),
    transactions: countTransactions(ledger, window),
    deposits: knownIf(isKnown, depositBody(ledger, window)),
    withdrawals: knownIf(isKnown, withdrawalBody(ledger, window, outflows)),
    nsf: {
      total: knownIf(isKnown, nsfBody(ledger, window)),
      months: months.map((month) => ({
        month: toMonth(dateOfDay(month.startDay)),
        ...nsfBody(ledger, month),
      })),
    },
    channels: knownIf(isKnown, channelBody(ledger, window)),
    distribution: {
      inflow: buildDistribution(inflows, ledger.currency),
      outflow: buildDistribution(outflows, ledger.currency),
    },
    by_weekday: isKnown ? buildBuckets(ledger, window, 'weekday') : [],
    by_day_of_month: isKnown ? buildBuckets(ledger, window, 'day_of_month') : [],
    seasonality: computeSeasonality(ledger, window),
    round_number_share: roundShare(inflows),
    benford: computeBenford(ledger, window),
  }
}

/** The section, or the same with every count null: what is not known is not 0. */
function knownIf<Section extends object>(isKnown: boolean, section: Section): Section {
  if (isKnown) return section
  const unknown = Object.entries(section).map(([key, value]: [string, unknown]) => {
    const isSection = value !== null && typeof value === 'object'
    return [key, isSection ? knownIf(false, value) : null]
  })
  return Object.fromEntries(unknown) as Section
}

function countTransactions(ledger: Ledger, window: Scope): Static<typeof schema>['transactions'] {
  const { rowCount, inflowCount, outflowCount } = getTally(ledger, window)
  const days = coveredDays(ledger, window)
  return {
    count: rowCount,
    inflow_count: inflowCount.reduce((sum, count) => sum + count, 0),
    outflow_count: outflowCount.reduce((sum, count) => sum + count, 0),
    per_day: roundNumber(computeRatio(rowCount, days), 4),
  }
}

function depositBody(ledger: Ledger, window: Scope): Static<typeof schema>['deposits'] {
  const figures = computeDepositFigures(ledger, window)
  return {
    deposit_count: figures.count,
    revenue_deposit_count: figures.revenueCount,
    deposit_days: figures.days,
    average_deposit: toAmount(figures.average, ledger.currency),
    median_deposit: toAmount(figures.median, ledger.currency),
    large_deposit_count: figures.largeCount,
    double_average_deposit_count: figures.doubleCount,
    outlier_deposit_count: figures.outlierCount,
    max_deposit_share: roundNumber(figures.maxShare, 4),
  }
}

function withdrawalBody(
  ledger: Ledger,
  window: Scope,
  sizes: Float64Array,
): Static<typeof schema>['withdrawals'] {
  const tally = getTally(ledger, window)
  return {
    withdrawal_count: kindCount(tally, KIND.withdrawal),
    withdrawal_total: toAmount(0 - kindSum(tally, KIND.withdrawal), ledger.currency)!,
    average_withdrawal: toAmount(computeMean(sizes), ledger.currency),
    median_withdrawal: toAmount(computeQuantile(sizes, 0.5), ledger.currency),
  }
}

/** N14: a negative end of day with debits is an overdraft day, fee or no fee. */
function nsfBody(ledger: Ledger, scope: Scope): Static<typeof schema>['nsf']['total'] {
  const figures = computeNsfFigures(ledger, scope)
  return {
    nsf_count: figures.nsfCount,
    overdraft_count: figures.overdraftCount,
    returned_item_count: figures.returnedItemCount,
    nsf_overdraft_count: figures.nsfOverdraftCount,
    nsf_days: figures.nsfDays,
    nsf_overdraft_fees: toAmount(figures.fees, ledger.currency)!,
    returned_deposit_count: figures.returnedDepositCount,
    overdraft_transfer_count: figures.overdraftTransferCount,
    extended_overdraft_fee_count: figures.extendedOverdraftFeeCount,
    overdraft_days: computeBalanceFigures(ledger, scope).negativeDays,
    monthly_rate: roundNumber(figures.monthlyRate, 4),
  }
}

function channelBody(ledger: Ledger, window: Scope): Static<typeof schema>['channels'] {
  const mix = depositMix(ledger, window)
  const { totalDeposits } = computeRevenue(ledger, window)
  const entries = channelNames.map((name: DepositChannel) => {
    const { amount, count } = mix[name]
    const share = roundNumber(computeRatio(amount, totalDeposits), 4)
    return [name, { amount: toAmount(amount, ledger.currency)!, count, share }]
  })
  return Object.fromEntries(entries) as Static<typeof schema>['channels']
}

/** Each full month's true revenue over the mean of the full months. */
function computeSeasonality(ledger: Ledger, window: Scope): Static<typeof schema>['seasonality'] {
  const revenue = byFullMonth(ledger, window, (month) => computeTrueRevenue(ledger, month))
  const mean = computeMean(revenue)
  return fullMonths(ledger, window).map(({ month }, index) => ({
    month,
    true_revenue: toAmount(revenue[index]!, ledger.currency)!,
    index: roundNumber(computeRatio(revenue[index]!, mean), 4),
  }))
}

/** Absolute amounts in ascending order. */
function listSizes(ledger: Ledger, rows: readonly number[]): Float64Array {
  return sorted(rows.map((row) => Math.abs(ledger.columns.amount[row]!)))
}
