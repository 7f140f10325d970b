import {
  addDays,
  addMonths,
  firstOfMonth,
  lastOfMonth,
  toMonth,
  type PlainDate,
} from '../../values/dates.ts'

/** The lengths of time that counters are kept for, the longest first. */
export const GRAINS = ['year', 'month', 'day'] as const
/** One of them. */
export type Grain = (typeof GRAINS)[number]

/** Counters of one grain whose first day is within `from` and `until`, both included. */
export interface BucketRange {
  grain: Grain
  from: PlainDate
  until: PlainDate
}

/** The first day of the bucket that a day falls into. */
export function toBucket(grain: Grain, date: PlainDate): PlainDate {
  if (grain === 'day') return date
  return grain === 'month' ? firstOfMonth(toMonth(date)) : `${date.slice(0, 4)}-01-01`
}

/**
 * The fewest counters that hold exactly the days from `since` to `until`, none longer than
 * `longest`: whole years, the whole months beside them, the days beside those. Empty when `since`
 * is after `until`.
 */
export function cover(since: PlainDate, until: PlainDate, longest: Grain = 'year'): BucketRange[] {
  if (since > until) return []
  if (longest === 'day') return [{ grain: 'day', from: since, until }]
  const first = firstWhole(longest, since)
  const end = lastWhole(longest, until)
  const shorter = GRAINS[GRAINS.indexOf(longest) + 1]!
  if (first > end) return cover(since, until, shorter)
  return [
    ...cover(since, addDays(first, -1), shorter),
    { grain: longest, from: first, until: end },
    ...cover(addDays(end, 1), until, shorter),
  ]
}

/** The first bucket that does not begin before a day. */
function firstWhole(grain: Grain, date: PlainDate): PlainDate {
  const own = toBucket(grain, date)
  return own === date ? own : next(grain, own)
}

/** The last day of the last bucket that does not end after a day. */
function lastWhole(grain: Grain, date: PlainDate): PlainDate {
  const following = toBucket(grain, addDays(date, 1))
  return addDays(following, -1)
}

function next(grain: Grain, bucket: PlainDate): PlainDate {
  if (grain === 'month') return addDays(lastOfMonth(toMonth(bucket)), 1)
  return firstOfMonth(addMonths(toMonth(bucket), 12))
}
