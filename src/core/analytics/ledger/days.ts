import { hasBusinessDay, isBusinessDay } from '../../values/days/business-days.ts'
import {
  addMonths,
  dateOfDay,
  dayNumber,
  firstOfMonth,
  lastOfMonth,
  toMonth,
} from '../../values/dates.ts'
import type { Month } from '../../values/dates.ts'
import { countCoveredDays, type Coverage } from './coverage.ts'
import type { DayBalances } from './day-balances.ts'

/** Balances of all accounts of the ledger, or of one, day by day from `firstDay` on. */
export interface DaySeries {
  firstDay: number
  /** NaN unless every account of the series has a balance that day (formulas B4). */
  closing: Float64Array
  opening: Float64Array
  lowIntraday: Float64Array
  /** 1 on days on which some accounts have a balance and others do not. */
  isPartial: Uint8Array
  /** 1 when at least one account is negative (formulas B12). */
  anyNegative: Uint8Array
  isBusinessDay: Uint8Array
  /** How many accounts are covered that day. */
  coveredAccounts: Uint16Array
}

/** A calendar month between the first and the last day of the ledger. */
export interface LedgerMonth {
  month: Month
  startDay: number
  endDay: number
  /** Every account is covered on every business day (formulas G1a). */
  isFull: boolean
  /** Covered account-days over account-days of the month. */
  fraction: number
}

interface CoveredAccount {
  coverage: Coverage
  balances: DayBalances
}

/** Sums the accounts' balances; accounts without a single covered day do not take part. */
export function consolidate(
  accounts: readonly CoveredAccount[],
  span: { firstDay: number; lastDay: number },
): DaySeries {
  const { firstDay } = span
  const size = Math.max(0, span.lastDay - firstDay + 1)
  const taking = accounts.filter(({ coverage }) => coverage.ranges.length > 0)
  const known = new Uint16Array(size)
  const series: DaySeries = {
    firstDay,
    closing: new Float64Array(size),
    opening: new Float64Array(size),
    lowIntraday: new Float64Array(size),
    isPartial: new Uint8Array(size),
    anyNegative: new Uint8Array(size),
    isBusinessDay: Uint8Array.from({ length: size }, (_, index) =>
      isBusinessDay(dateOfDay(firstDay + index)) ? 1 : 0,
    ),
    coveredAccounts: new Uint16Array(size),
  }
  for (const { balances, coverage } of taking) {
    addAccount(series, known, balances)
    addCoverage(series, coverage)
  }
  for (let index = 0; index < size; index += 1) {
    series.isPartial[index] = known[index]! > 0 && known[index]! < taking.length ? 1 : 0
    if (taking.length > 0 && known[index] === taking.length) continue
    series.closing[index] = NaN
    series.opening[index] = NaN
    series.lowIntraday[index] = NaN
  }
  return series
}

/** The series of one account on its own. */
export function seriesOfAccount(account: CoveredAccount): DaySeries {
  const firstDay = account.balances.firstDay
  const lastDay = firstDay + account.balances.closing.length - 1
  return consolidate([account], { firstDay, lastDay })
}

/** Every calendar month the days touch, with how much of it is covered. */
export function listMonths(
  accounts: readonly CoveredAccount[],
  firstDay: number,
  lastDay: number,
): LedgerMonth[] {
  const months: LedgerMonth[] = []
  if (lastDay < firstDay) return months
  const last = toMonth(dateOfDay(lastDay))
  for (let month = toMonth(dateOfDay(firstDay)); month <= last; month = addMonths(month, 1)) {
    months.push(monthSpan(accounts, month))
  }
  return months
}

function monthSpan(accounts: readonly CoveredAccount[], month: Month): LedgerMonth {
  const startDay = dayNumber(firstOfMonth(month))
  const endDay = dayNumber(lastOfMonth(month))
  const taking = accounts.filter(({ coverage }) => coverage.ranges.length > 0)
  const wanted = (endDay - startDay + 1) * taking.length
  const covered = taking.reduce(
    (sum, { coverage }) => sum + countCoveredDays(coverage, startDay, endDay),
    0,
  )
  const fraction = wanted === 0 ? 0 : covered / wanted
  const isFull =
    wanted > 0 && taking.every(({ coverage }) => isWorkCovered(coverage, startDay, endDay))
  return { month, startDay, endDay, isFull, fraction }
}

/** Whether every business day from `startDay` to `endDay` is covered. */
function isWorkCovered({ ranges }: Coverage, startDay: number, endDay: number): boolean {
  const isCovered = (day: number): boolean =>
    ranges.some((range) => range.startDay <= day && day <= range.endDay)
  return !hasBusinessDay([startDay, endDay], isCovered)
}

function addAccount(series: DaySeries, known: Uint16Array, balances: DayBalances): void {
  const offset = balances.firstDay - series.firstDay
  for (let index = 0; index < balances.closing.length; index += 1) {
    const closing = balances.closing[index]!
    if (Number.isNaN(closing)) continue
    const at = offset + index
    const low = balances.lowIntraday[index]!
    known[at]! += 1
    series.closing[at]! += closing
    series.opening[at]! += balances.opening[index]!
    series.lowIntraday[at]! += Number.isNaN(low) ? closing : low
    if (closing < 0) series.anyNegative[at] = 1
  }
}

function addCoverage(series: DaySeries, coverage: Coverage): void {
  for (const { startDay, endDay } of coverage.ranges) {
    for (let day = startDay; day <= endDay; day += 1) {
      series.coveredAccounts[day - series.firstDay]! += 1
    }
  }
}
