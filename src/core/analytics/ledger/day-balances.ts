import type { CoveredPeriod } from '../../values/account.ts'
import { dayNumber } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type { Columns } from './columns.ts'
import type { Coverage } from './coverage.ts'

/** Where an end-of-day balance comes from; the number stands in the `source` column. */
export const BALANCE_SOURCES = ['none', 'printed', 'computed', 'carried'] as const
const [PRINTED, COMPUTED, CARRIED] = [1, 2, 3]

/** End-of-day balances from `firstDay` on; NaN on days that are unknown or not covered. */
export interface DayBalances {
  firstDay: number
  closing: Float64Array
  opening: Float64Array
  /** Lowest running balance printed inside the day; NaN when none was. */
  lowIntraday: Float64Array
  /** Index into `BALANCE_SOURCES`. */
  source: Uint8Array
  /** Days on which the daily table and the last running balance disagree (formulas B1). */
  conflictCount: number
}

/** The rows of one account on one day. */
export interface DayRows {
  sum: Cents
  /** The last running balance that is printed; null without one. */
  lastBalance: Cents | null
  /** Sum of the rows after it. */
  sumAfter: Cents
  lowBalance: Cents | null
}

/** The days with rows of each account. Rows come by day, in bank order within it. */
export function daysOfAccounts(columns: Columns, accountCount: number): Map<number, DayRows>[] {
  const days = Array.from({ length: accountCount }, () => new Map<number, DayRows>())
  const last = Array.from({ length: accountCount }, () => ({ day: NaN, rows: emptyDay() }))
  for (let row = 0; row < columns.size; row += 1) {
    const current = last[columns.account[row]!]!
    const day = columns.day[row]!
    if (current.day !== day) {
      current.day = day
      current.rows = emptyDay()
      days[columns.account[row]!]!.set(day, current.rows)
    }
    addRow(current.rows, columns.amount[row]!, columns.balance[row]!)
  }
  return days
}

function emptyDay(): DayRows {
  return { sum: 0, lastBalance: null, sumAfter: 0, lowBalance: null }
}

function addRow(day: DayRows, amount: Cents, balance: number): void {
  day.sum += amount
  day.sumAfter += amount
  if (Number.isNaN(balance)) return
  day.lastBalance = balance
  day.sumAfter = 0
  day.lowBalance = Math.min(day.lowBalance ?? balance, balance)
}

/**
 * End-of-day balances of one account (formulas B1 to B3). On a covered day the first that exists
 * wins: printed daily table, last running balance with the rows after it, opening plus rows, the
 * day before; days before the first of these follow backwards from it. Nothing is carried across a
 * hard gap: there the balance is unknown until a source states it again.
 */
export function toDayBalances(
  periods: readonly CoveredPeriod[],
  coverage: Coverage,
  rows: ReadonlyMap<number, DayRows>,
): DayBalances {
  const firstDay = coverage.ranges[0]?.startDay ?? 0
  const lastDay = coverage.ranges.at(-1)?.endDay ?? -1
  const series = emptySeries(firstDay, lastDay - firstDay + 1)
  const openings = computeOpenings(periods, rows)
  const table = indexDailyBalances(periods)
  for (const range of coverage.ranges) {
    let balance: number = NaN
    for (let day = range.startDay; day <= range.endDay; day += 1) {
      const before = openings.get(day) ?? balance
      balance = closeDay(series, { day, before, table: table.get(day), rows: rows.get(day) })
    }
    fillBackwards(series, range, rows)
  }
  return series
}

/** Balances of the days of a range before its first known one, from that one back. */
function fillBackwards(
  { firstDay, closing, opening, source }: DayBalances,
  range: Coverage['ranges'][number],
  rows: ReadonlyMap<number, DayRows>,
): void {
  let known = range.startDay - firstDay
  while (known <= range.endDay - firstDay && Number.isNaN(closing[known]!)) known += 1
  if (known > range.endDay - firstDay) return
  for (let index = known - 1; index >= range.startDay - firstDay; index -= 1) {
    const day = rows.get(firstDay + index)
    closing[index] = opening[index + 1]!
    opening[index] = closing[index]! - (day?.sum ?? 0)
    source[index] = day ? COMPUTED : CARRIED
  }
}

function emptySeries(firstDay: number, size: number): DayBalances {
  return {
    firstDay,
    closing: new Float64Array(size).fill(NaN),
    opening: new Float64Array(size).fill(NaN),
    lowIntraday: new Float64Array(size).fill(NaN),
    source: new Uint8Array(size),
    conflictCount: 0,
  }
}

interface Day {
  day: number
  /** Balance at the start of the day, NaN when unknown. */
  before: number
  table: Cents | undefined
  rows: DayRows | undefined
}

function closeDay(series: DayBalances, { day, before, table, rows }: Day): number {
  const index = day - series.firstDay
  const running = rows?.lastBalance == null ? undefined : rows.lastBalance + rows.sumAfter
  const printed = table ?? (rows?.sumAfter === 0 ? running : undefined)
  const closing = table ?? running ?? before + (rows?.sum ?? 0)
  if (table !== undefined && running !== undefined && table !== running) series.conflictCount += 1
  series.closing[index] = closing
  series.opening[index] = Number.isNaN(before) ? closing - (rows?.sum ?? 0) : before
  series.lowIntraday[index] = rows?.lowBalance ?? NaN
  if (!Number.isNaN(closing))
    series.source[index] = printed !== undefined ? PRINTED : rows ? COMPUTED : CARRIED
  return closing
}

/** Balances at the start of each period; a missing opening follows from closing less rows. */
function computeOpenings(
  periods: readonly CoveredPeriod[],
  rows: ReadonlyMap<number, DayRows>,
): Map<number, Cents> {
  const openings = new Map<number, Cents>()
  for (const period of periods) {
    const startDay = dayNumber(period.startDate)
    if (period.openingBalance !== null) openings.set(startDay, period.openingBalance)
    if (period.openingBalance !== null || period.closingBalance === null) continue
    if (openings.has(startDay)) continue
    const sum = sumBetween(rows, startDay, dayNumber(period.endDate))
    openings.set(startDay, period.closingBalance - sum)
  }
  return openings
}

function sumBetween(rows: ReadonlyMap<number, DayRows>, startDay: number, endDay: number): Cents {
  let sum = 0
  for (const [day, entry] of rows) if (day >= startDay && day <= endDay) sum += entry.sum
  return sum
}

function indexDailyBalances(periods: readonly CoveredPeriod[]): Map<number, Cents> {
  const entries = periods.flatMap(({ dailyBalances }) =>
    dailyBalances.map(({ date, balance }) => [dayNumber(date), balance] as const),
  )
  return new Map(entries)
}
