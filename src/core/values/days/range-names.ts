import { nearest } from '../text.ts'

export const DAY_COUNTS = [7, 14, 30, 45, 60, 90, 120, 180, 270, 365]
export const AHEAD_COUNTS = [30, 60, 90, 180]
export const MONTH_COUNTS = Array.from({ length: 24 }, (_, index) => index + 1)

/** The names of formulas C7 in one sentence, each family once. */
const IN_WORDS = [
  'latest, all, month_to_date, year_to_date',
  `last_N_days (N: ${DAY_COUNTS.join(', ')})`,
  `last_N_calendar_months and last_N_full_calendar_months (N: 1 to ${MONTH_COUNTS.length})`,
  `next_N_days (N: ${AHEAD_COUNTS.join(', ')}; forecast only)`,
  'custom with start_date and end_date',
].join('; ')

/** What people call a range elsewhere, where its own name is spelt too differently to be near. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  today: 'latest',
  mtd: 'month_to_date',
  this_month: 'month_to_date',
  current_month: 'month_to_date',
  ytd: 'year_to_date',
  this_year: 'year_to_date',
  all_time: 'all',
  last_week: 'last_7_days',
  last_month: 'last_1_full_calendar_months',
  last_full_month: 'last_1_full_calendar_months',
  last_calendar_month: 'last_1_full_calendar_months',
  last_full_calendar_month: 'last_1_full_calendar_months',
  previous_month: 'last_1_full_calendar_months',
  last_quarter: 'last_3_full_calendar_months',
  last_year: 'last_12_full_calendar_months',
}

const DAYS: Readonly<Record<string, number>> = { d: 1, day: 1, w: 7, week: 7 }
const MONTHS: Readonly<Record<string, number>> = { m: 1, month: 1, quarter: 3, y: 12, year: 12 }
// last_3_months, last_91_days, past 2 quarters, 90d, next_45_days
const COUNTED =
  /^(?:(?:last|past|trailing|(next))_)?(\d{1,4})_?(full_)?(?:calendar_)?(d|w|m|y|day|week|month|quarter|year)s?$/

/** That a name is no date range: the right neighbor among `known`, and every name that there is. */
export function describeUnknownRange(name: string, known: readonly string[]): string {
  const near = nearestRange(name.slice(0, 64), known)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  return `${name.slice(0, 64)} is not a date range.${hint} Known: ${IN_WORDS}.`
}

/** The range that has this name elsewhere, a near count or a like spelling; null for none. */
export function nearestRange(name: string, known: readonly string[]): string | null {
  const written = name.toLowerCase().replaceAll(/[\s-]+/g, '_')
  const meant = known.includes(written) ? written : (OTHER_NAMES[written] ?? toCounted(written))
  return meant !== null && known.includes(meant) ? meant : nearest(written, known)
}

/** The range of a number of days, weeks, months, quarters or years. */
function toCounted(written: string): string | null {
  const [, next, number, full, unit = ''] = COUNTED.exec(written) ?? []
  const count = Number(number)
  const days = DAYS[unit]
  if (days !== undefined) {
    const counts = next === undefined ? DAY_COUNTS : AHEAD_COUNTS
    return `${next ?? 'last'}_${nearestCount(count * days, counts)}_days`
  }
  const months = MONTHS[unit]
  if (months === undefined || next !== undefined) return null
  const kind = full === undefined && months === 1 ? 'calendar' : 'full_calendar'
  return `last_${nearestCount(count * months, MONTH_COUNTS)}_${kind}_months`
}

function nearestCount(count: number, counts: readonly number[]): number {
  return counts.reduce((best, each) =>
    Math.abs(each - count) < Math.abs(best - count) ? each : best,
  )
}
