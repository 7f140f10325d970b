import { dateOfDay, type PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type { Stream } from '../../values/position.ts'
import { computeAnchors, nextDate, type Repetition } from '../../values/days/rhythm.ts'
import { computeMedian } from '../arithmetic.ts'
import { remember, type Ledger } from '../ledger.ts'
import { ALL_DAYS, rowsWithIds } from '../ledger/rows/select.ts'

/** A recurring series as the counted rows of the ledger show it. */
export interface StreamFacts {
  stream: Stream
  /** Indexes of its counted rows, oldest first; never empty. */
  rows: number[]
  /** Distinct dates of these rows, ascending. */
  dates: PlainDate[]
  /** Absolute amounts of the dates in cents: rows of one day are one occurrence. */
  amounts: Cents[]
  /** Rows after `asOf` or of other accounts are not here, so the stream's sums are not these. */
  isCut: boolean
  repetition: Repetition
}

/** A lasting change of the amount (formulas S14). */
export interface AmountChange {
  date: PlainDate
  from: Cents
  to: Cents
}

/** Rows whose median is the level of now, and the change of it that counts (formulas S14). */
const LEVEL_ROWS = 3
const LEVEL_SHIFT = 0.05
/** Dates ahead end here, whatever the horizon. */
const AHEAD_MAX = 400

/** Every stream with at least one counted row, in the order of enrichment. */
export function listStreams(ledger: Ledger): StreamFacts[] {
  return remember(ledger, 'streams', () => {
    return ledger.streams.flatMap((stream) => {
      const rows = rowsWithIds(ledger, ALL_DAYS, stream.transactionIds)
      return rows.length === 0 ? [] : [buildStreamFacts(ledger, stream, rows)]
    })
  })
}

/** The dates on which a stream is due after `from` up to `until`. */
export function dueDates(repetition: Repetition, from: PlainDate, until: PlainDate): PlainDate[] {
  const due: PlainDate[] = []
  if (repetition.cadence === 'irregular' || repetition.cadence === 'percentage_split') return due
  let date = nextDate(repetition, from)
  while (date <= until && due.length < AHEAD_MAX) {
    due.push(date)
    date = nextDate(repetition, date)
  }
  return due
}

/** S14: the median of the last three rows against the median of those before. */
export function detectAmountChange({ amounts, dates }: StreamFacts): AmountChange | null {
  if (amounts.length < 2 * LEVEL_ROWS) return null
  const from = computeMedian(amounts.slice(0, -LEVEL_ROWS))!
  const to = computeMedian(amounts.slice(-LEVEL_ROWS))!
  if (from === 0 || Math.abs(to - from) / from <= LEVEL_SHIFT) return null
  return { date: dates.at(-LEVEL_ROWS)!, from, to }
}

function sumByDay({ columns }: Ledger, rows: readonly number[]): Map<number, Cents> {
  const sums = new Map<number, Cents>()
  for (const row of rows) {
    const day = columns.day[row]!
    sums.set(day, (sums.get(day) ?? 0) + Math.abs(columns.amount[row]!))
  }
  return sums
}

function buildStreamFacts(ledger: Ledger, stream: Stream, rows: number[]): StreamFacts {
  const sums = sumByDay(ledger, rows)
  const dates = [...sums.keys()].map(dateOfDay)
  return {
    stream,
    rows,
    dates,
    amounts: [...sums.values()],
    isCut: rows.length < stream.transactionIds.length,
    repetition: { cadence: stream.cadence, ...computeAnchors(dates) },
  }
}
