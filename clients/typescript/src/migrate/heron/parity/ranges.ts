/** First and last day, both included. */
export interface Days {
  start: string
  end: string
}

const DAY_MS = 86_400_000

/**
 * The days of a named range that ends at a day. Null for a name that lies ahead or is not known.
 */
export function placeRange(name: string, asOf: string | null): Days | null {
  if (asOf === null) return null
  if (name === 'latest') return { start: asOf, end: asOf }
  const [, days] = /^last_(\d+)_days$/.exec(name) ?? []
  if (days !== undefined) return { start: addDays(asOf, 1 - Number(days)), end: asOf }
  const [, months, full] = /^last_(\d+)_((?:full_)?)calendar_months$/.exec(name) ?? []
  if (months === undefined) return null
  if (full === '') return { start: monthStart(asOf, 1 - Number(months)), end: asOf }
  // A month that ends on the day counts as full.
  const isEnd = addDays(asOf, 1).endsWith('-01')
  const last = isEnd ? asOf : addDays(monthStart(asOf, 0), -1)
  return { start: monthStart(last, 1 - Number(months)), end: last }
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** The first of a month that lies some months after that of the day. */
function monthStart(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** Calendar months that the days touch; at least one. */
export function countMonths({ start, end }: Days): number {
  const [fromYear, fromMonth] = start.split('-').map(Number) as [number, number]
  const [toYear, toMonth] = end.split('-').map(Number) as [number, number]
  return Math.max(1, (toYear - fromYear) * 12 + toMonth - fromMonth + 1)
}
