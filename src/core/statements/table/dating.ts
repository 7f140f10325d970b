import { addDays, daysBetween, type PlainDate } from '../../values/dates.ts'
import { resolveDate, type DateFrame, type DateOrder } from '../print/printed-dates.ts'
import type { PrintedTables, PrintedRow } from './assembly/printed-tables.ts'
import {
  listPeriods,
  mentionAfter,
  type Mention,
  type Period,
  type PeriodSource,
} from '../head/period.ts'
import { lastInYear } from '../head/years.ts'

/** A card statement without a printed start covers about a month. */
const CYCLE_DAYS = 45
const DAYS_BEFORE = 5
const DAYS_AFTER = 1

export interface Dating {
  period: Period
  /** Where the year comes from when neither the period nor the rows print one; else null. */
  yearFrom: Mention | null
  frame: DateFrame
  dates: ReadonlyMap<PrintedRow, PlainDate | null>
  /** Days of posting, of the rows that print two dates. */
  postedOn: ReadonlyMap<PrintedRow, PlainDate | null>
  choices: string[]
  /** Whether the other order of day and month fits the period as well, with other days. */
  isOrderOpen: boolean
  /** Another period that is printed in the same way and holds the rows as well. */
  rival: Period | null
}

type Reading = Omit<Dating, 'choices' | 'isOrderOpen' | 'rival'> & {
  misfits: number
  spanDays: number
}

/**
 * The order of day and month, and the period, under which most rows fall into the period (formulas
 * T7), and of equals the one with the shortest span of dates. `orders` are those that unambiguous
 * dates allow, likelier first.
 */
export function resolveDating(
  tables: PrintedTables,
  source: Omit<PeriodSource, 'order'>,
  orders: readonly DateOrder[],
): Dating {
  const readings = orders.flatMap((order) =>
    listPeriods({ ...source, order }).map((period) => read(tables, source, { order, period })),
  )
  const best = readings.reduce((a, b) => (isBetter(b, a) ? b : a))
  const choices: string[] = []
  const other = readings.find(({ frame }) => frame.order !== best.frame.order)
  const isOrderChosen = other !== undefined && isDifferent(best, other)
  if (isOrderChosen) {
    choices.push(`Dates are read ${best.frame.order}: ${reasonFor(best, other)}.`)
  }
  if (best.yearFrom) choices.push(`No year is printed; ${nameSource(best.yearFrom)}.`)
  const undated = [...best.dates.values()].filter((date) => date === null).length
  if (undated > 0) choices.push(`${undated} rows are left out: their dates cannot be determined.`)
  const isOrderOpen = isOrderChosen && other.misfits === best.misfits
  return { ...best, choices, isOrderOpen, rival: findRival(readings, best) }
}

/** A quarter; longer ranges are of the year, or no range at all. */
const MOST_DAYS = 100

function isUsualSpan({ start, end }: Period): boolean {
  return start !== null && end !== null && daysBetween(start, end) <= MOST_DAYS
}

function findRival(
  readings: readonly Reading[],
  { period, frame, misfits }: Reading,
): Period | null {
  const { weight, start, end } = period
  const rival = readings.find(
    (other) =>
      weight !== undefined &&
      other.period.weight === weight &&
      other.misfits === misfits &&
      other.frame.order === frame.order &&
      (other.period.start !== start || other.period.end !== end) &&
      isUsualSpan(other.period),
  )
  return rival?.period ?? null
}

function nameSource({ date, isPrinted, isGiven }: Mention): string {
  const year = date.slice(0, 4)
  if (isGiven) return `${year} is given`
  return `${year} follows from ${isPrinted ? 'other dates of the document' : 'the file'}`
}

function reasonFor(best: Reading, other: Reading): string {
  if (other.misfits > best.misfits) return 'more rows fall into the period'
  return other.spanDays > best.spanDays
    ? 'the span of dates is shorter'
    : 'as is usual for the currency'
}

function isBetter(left: Reading, right: Reading): boolean {
  if (left.misfits !== right.misfits) return left.misfits < right.misfits
  return left.frame.order !== right.frame.order && left.spanDays < right.spanDays
}

function read(
  tables: PrintedTables,
  source: Omit<PeriodSource, 'order'>,
  { order, period }: { order: DateOrder; period: Period },
): Reading {
  const yearFrom = period.end === null ? rowYear(tables, { ...source, order }) : period.yearFrom
  const frame = { start: period.start, end: period.end ?? yearFrom?.date ?? null, order }
  const dates = new Map(tables.rows.map((row) => [row, resolveDate(row.date, frame)] as const))
  const postedOn = new Map(
    tables.rows.map((row) => [row, row.postDate && resolveDate(row.postDate, frame)] as const),
  )
  const { start, end } = period
  const earliest = start ? addDays(start, -DAYS_BEFORE) : end ? addDays(end, -CYCLE_DAYS) : ''
  const latest = end ? addDays(end, DAYS_AFTER) : '9999'
  const isInside = (date: PlainDate | null): boolean =>
    date !== null && date >= earliest && date <= latest
  const misfits = tables.rows.filter(
    (row) => !isInside(dates.get(row) ?? null) && !isInside(postedOn.get(row) ?? null),
  )
  const known = [...dates.values()].filter((date) => date !== null).toSorted()
  const spanDays = known.length === 0 ? 0 : daysBetween(known[0]!, known.at(-1)!)
  return { period, yearFrom, frame, dates, postedOn, spanDays, misfits: misfits.length }
}

/** What dates rows without year where no period is printed. */
function rowYear({ rows }: PrintedTables, source: PeriodSource): Mention | null {
  const yearless = rows.map(({ date }) => date).filter(({ year }) => year === null)
  const [last] = yearless.slice(-1)
  if (!last) return null
  const mention = mentionAfter(source, last)
  const { given, day, named } = source.outside
  const year = given ?? (mention?.isPrinted || day !== null ? null : named)
  const end = year === null ? null : lastInYear(yearless, year, source.order)
  return mention && end !== null ? { ...mention, date: end } : mention
}

function isDifferent(left: Reading, right: Reading): boolean {
  for (const [row, date] of left.dates) if (right.dates.get(row) !== date) return true
  return false
}
