import { addDays, dateOfDay, dayNumber, type PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type { Position } from '../../values/position.ts'
import { computeAnchors, type Repetition } from '../../values/days/rhythm.ts'
import { computeMean, computeMedian } from '../arithmetic.ts'
import { isActive } from '../figures/debt-figures.ts'
import { dueDates, listStreams, type StreamFacts } from '../figures/streams.ts'
import type { Ledger } from '../ledger.ts'
import { ALL_DAYS, rowsWithIds } from '../ledger/rows/select.ts'

/** A payment that is expected on known days (formulas F2). */
export interface ScheduledFlow {
  id: string
  kind: 'stream' | 'position'
  name: string
  /** Signed cents of each payment. */
  amount: Cents
  /** What past payments were over or under it, signed. */
  noise: Float64Array
  days: number[]
  /** Rows of the past that it explains. */
  rows: number[]
}

/**
 * Streams that vary and come more often than weekly are no schedule but the course of business:
 * the model of the weekdays knows them better.
 */
const COURSE_CADENCES: readonly string[] = [
  'business_daily',
  'daily',
  'twice_weekly',
  'irregular',
  'percentage_split',
]

/** Payments due after `asOf`: of running positions until they are paid off, of mature streams. */
export function scheduledFlows(ledger: Ledger, horizonDays: number): ScheduledFlow[] {
  if (ledger.asOf === null) return []
  const until = addDays(ledger.asOf, horizonDays)
  const positions = ledger.positions.flatMap((position) => ofPosition(ledger, position, until))
  const taken = new Set(positions.flatMap(({ rows }) => rows))
  const streams = listStreams(ledger)
    .filter((facts) => isSchedule(facts) && !facts.rows.some((row) => taken.has(row)))
    .map((facts) => ofStream(ledger, facts, until))
  return [...positions, ...streams]
}

function isSchedule({ stream, isCut }: StreamFacts): boolean {
  const isCourse = stream.amountType === 'variable' && COURSE_CADENCES.includes(stream.cadence)
  return stream.status === 'mature' && !isCut && !isCourse
}

function ofStream(ledger: Ledger, facts: StreamFacts, until: PlainDate): ScheduledFlow {
  const { stream, rows, amounts, dates, repetition } = facts
  const sign = stream.direction === 'inflow' ? 1 : -1
  const expected = stream.amountType === 'variable' ? computeMean(amounts)! : stream.expectedAmount
  return {
    id: stream.id,
    kind: 'stream',
    name: stream.merchantName ?? stream.description,
    amount: sign * expected,
    noise: Float64Array.from(amounts, (amount) => sign * (amount - computeMean(amounts)!)),
    days: daysDue(ledger, { repetition, from: dates.at(-1)!, until }),
    rows,
  }
}

/** A position owes nothing after its last estimated payment. */
function ofPosition(ledger: Ledger, position: Position, until: PlainDate): ScheduledFlow[] {
  const { payment, paymentsRemaining } = position
  const rows = rowsWithIds(ledger, ALL_DAYS, position.transactionIds).filter(
    (row) => ledger.columns.amount[row]! < 0,
  )
  if (!isActive(position) || payment === null || rows.length === 0) return []
  const dates = [...new Set(rows.map((row) => dateOfDay(ledger.columns.day[row]!)))]
  const repetition = { cadence: payment.cadence, ...computeAnchors(dates) }
  const due = daysDue(ledger, { repetition, from: dates.at(-1)!, until })
  const amounts = rows.map((row) => Math.abs(ledger.columns.amount[row]!))
  const typical = computeMedian(amounts)!
  return [
    {
      id: position.id,
      kind: 'position',
      name: position.funderName,
      amount: 0 - payment.amount,
      noise: Float64Array.from(amounts, (amount) => typical - amount),
      days: due.slice(0, paymentsRemaining ?? due.length),
      rows,
    },
  ]
}

/** What was due before the data ends did not come; only what is due after it is expected. */
function daysDue(
  { asOf }: Ledger,
  { repetition, from, until }: { repetition: Repetition; from: PlainDate; until: PlainDate },
): number[] {
  return dueDates(repetition, from, until)
    .filter((date) => date > asOf!)
    .map(dayNumber)
}
