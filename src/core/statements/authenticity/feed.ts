import { daysBetween, type PlainDate } from '../../values/dates.ts'
import { toMajor, type Cents } from '../../values/money.ts'
import type { Box } from '../statement.ts'
import type { Finding } from './signal.ts'

/** A row as one source reports it. */
export interface BookedRow {
  accountId: string
  date: PlainDate
  amount: Cents
  currency: string
  description: string
  page: number | null
  box: Box | null
}

/**
 * A bank and a feed may date one entry this many days apart; closer to its ends a feed may lack
 * rows.
 */
const DAYS_APART = 3
/** Fewer rows, or a smaller share of them, do not show that both are of one account (G9). */
const ROWS_MIN = 10
const SHARE_MIN = 0.8

/**
 * Printed rows that a feed of the same account lacks. Each row of the feed matches one of them. No
 * finding where the feed does not cover the days, or agrees too little to be a feed of that
 * account.
 */
export function absentFromFeed(
  printed: readonly BookedRow[],
  fed: readonly BookedRow[],
): Finding[] {
  const byAccount = Map.groupBy(fed, ({ accountId }) => accountId)
  return [...byAccount].flatMap(([id, feed]) => {
    const own = printed.filter(({ accountId }) => accountId === id)
    return absentRows(own, feed)
  })
}

function absentRows(printed: readonly BookedRow[], feed: readonly BookedRow[]): Finding[] {
  const days = feed.map(({ date }) => date).toSorted()
  const covered = printed.filter(
    ({ date }) =>
      daysBetween(days[0]!, date) > DAYS_APART && daysBetween(date, days.at(-1)!) > DAYS_APART,
  )
  const left = Map.groupBy(feed, ({ amount }) => amount)
  const absent = covered.filter((row) => !takeLike(row, left.get(row.amount) ?? []))
  const share = 1 - absent.length / covered.length
  if (covered.length < ROWS_MIN || share < SHARE_MIN) return []
  return absent.map(({ date, amount, currency, description, page, box }) => ({
    page,
    box,
    found: `${date} ${description} ${toMajor(amount, currency).toFixed(2)}`,
    expected: 'the row in the data of the connected account',
  }))
}

/** Takes the row of the nearest day out of `rows`; false when none is near. */
function takeLike({ date }: BookedRow, rows: BookedRow[]): boolean {
  const near = rows
    .map((row, at) => ({ at, days: Math.abs(daysBetween(row.date, date)) }))
    .filter(({ days }) => days <= DAYS_APART)
    .toSorted((left, right) => left.days - right.days)
  if (near.length === 0) return false
  rows.splice(near[0]!.at, 1)
  return true
}
