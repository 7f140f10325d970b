import { addDays, type PlainDate } from '../../values/dates.ts'
import { resolveDate, type DateFrame, type DateOrder } from '../print/printed-dates.ts'
import type { Gathered, GatheredRow } from '../table/gathered.ts'
import { periodsOf, type Period, type PeriodSource } from './period.ts'

/** A card statement without a printed start covers about a month. */
const CYCLE_DAYS = 45
const DAYS_BEFORE = 5
const DAYS_AFTER = 1

/** How the dates of a statement are read. */
export interface Dating {
  period: Period
  frame: DateFrame
  dates: ReadonlyMap<GatheredRow, PlainDate | null>
  /** What was chosen among several, as sentences. */
  choices: string[]
}

type Reading = Omit<Dating, 'choices'> & { misfits: number }

/**
 * The order of day and month, and the period, under which most rows fall into the period
 * (formulas T7). `orders` are those that the definite dates allow, likelier first.
 */
export function datingOf(
  gathered: Gathered,
  source: Omit<PeriodSource, 'order'>,
  orders: readonly DateOrder[],
): Dating {
  const readings = orders.flatMap((order) =>
    periodsOf({ ...source, order }).map((period) => read(gathered, source, { order, period })),
  )
  const best = readings.reduce((a, b) => (b.misfits < a.misfits ? b : a))
  const choices: string[] = []
  const other = readings.find(({ frame }) => frame.order !== best.frame.order)
  if (other && isDifferent(best, other)) {
    const reason =
      other.misfits > best.misfits
        ? 'more rows fall into the period'
        : 'as is usual for the currency'
    choices.push(`Dates are read ${best.frame.order}: ${reason}.`)
  }
  if (best.period.isYearInferred) {
    const year = best.period.end!.slice(0, 4)
    choices.push(`The period prints no year; ${year} follows from other dates of the document.`)
  }
  return { ...best, choices }
}

function read(
  gathered: Gathered,
  source: Omit<PeriodSource, 'order'>,
  { order, period }: { order: DateOrder; period: Period },
): Reading {
  const frame = { start: period.start, end: period.end ?? source.writtenAt, order }
  const dates = new Map(gathered.rows.map((row) => [row, resolveDate(row.date, frame)] as const))
  const { start, end } = period
  const earliest = start ? addDays(start, -DAYS_BEFORE) : end ? addDays(end, -CYCLE_DAYS) : ''
  const latest = end ? addDays(end, DAYS_AFTER) : '9999'
  const isMisfit = (date: PlainDate | null): boolean =>
    date === null || date < earliest || date > latest
  return { period, frame, dates, misfits: [...dates.values()].filter(isMisfit).length }
}

function isDifferent(left: Reading, right: Reading): boolean {
  for (const [row, date] of left.dates) if (right.dates.get(row) !== date) return true
  return false
}
