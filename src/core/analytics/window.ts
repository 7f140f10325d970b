import {
  addMonths,
  dateOfDay,
  dayNumber,
  firstOfMonth,
  isPlainDate,
  lastOfMonth,
  toMonth,
} from '../values/dates.ts'
import type { PlainDate } from '../values/dates.ts'
import type { Problem } from '../values/problem.ts'
import {
  AHEAD_COUNTS,
  DAY_COUNTS,
  describeUnknownRange,
  MONTH_COUNTS,
} from '../values/days/range-names.ts'

/** Days that a number is computed over, both ends included; `account` narrows to one account. */
export interface Scope {
  startDay: number
  /** Below `startDay` when the scope is empty. */
  endDay: number
  account?: number | null
}

/** A resolved date range; the dates are null when there is no data to place it. */
export interface Window extends Scope {
  name: string
  startDate: PlainDate | null
  endDate: PlainDate | null
}

/** A requested date range: a name of formulas C7, or `custom` with both dates. */
export interface WindowRequest {
  name: string
  startDate?: PlainDate | null
  endDate?: PlainDate | null
}

/** What the names are counted from. */
export interface WindowBounds {
  /** First day with coverage or a row. */
  firstDate: PlainDate | null
  asOf: PlainDate | null
}

/** A date range as a query names it; empty = the default of the report or metric. */
export interface WindowQuery {
  dateRange?: string | undefined
  startDate?: PlainDate | undefined
  endDate?: PlainDate | undefined
}

type Range = [PlainDate, PlainDate]

/** Every name that needs no dates of its own, with its days (formulas C7). */
const RANGES = new Map<string, (asOf: PlainDate, firstDate: PlainDate) => Range>([
  ['latest', (asOf) => [asOf, asOf]],
  ['all', (asOf, firstDate) => [firstDate, asOf]],
  ['month_to_date', (asOf) => [firstOfMonth(toMonth(asOf)), asOf]],
  ['year_to_date', (asOf) => [`${asOf.slice(0, 4)}-01-01`, asOf]],
  ...DAY_COUNTS.map((days) => [`last_${days}_days`, lastDays(days)] as const),
  ...MONTH_COUNTS.map((count) => [`last_${count}_calendar_months`, lastMonths(count)] as const),
  ...MONTH_COUNTS.map(
    (count) => [`last_${count}_full_calendar_months`, lastFullMonths(count)] as const,
  ),
  ...AHEAD_COUNTS.map((days) => [`next_${days}_days`, nextDays(days)] as const),
])

/** Every name of formulas C7. */
export const WINDOW_NAMES: readonly string[] = [...RANGES.keys(), 'custom']

/** Whether a name is of days after the data, which only the forecast covers. */
export function isAhead(name: string): boolean {
  return name.startsWith('next_')
}

/** A window that holds nothing: what every name gives before there is data. */
export function emptyWindow(name: string): Window {
  return { name, startDate: null, endDate: null, startDay: 0, endDay: -1 }
}

/**
 * The days of a date range (formulas C7). Problems: `invalid_date_range` for an unknown name, with
 * the nearest one, and for a custom range without two dates that exist in order.
 */
export function resolveWindow(
  request: WindowRequest,
  bounds: WindowBounds,
): { window: Window; problem: null } | { window: null; problem: Problem } {
  const { name } = request
  if (name === 'custom') return customWindow(request)
  const range = RANGES.get(name)
  if (!range) return { window: null, problem: unknownName(name) }
  if (bounds.asOf === null) return { window: emptyWindow(name), problem: null }
  const [startDate, endDate] = range(bounds.asOf, bounds.firstDate ?? bounds.asOf)
  return { window: toWindow(name, startDate, endDate), problem: null }
}

/** The days that a query names; null = the default. Problems: `invalid_date_range`. */
export function placeWindow(
  { dateRange, startDate, endDate }: WindowQuery,
  bounds: WindowBounds,
): { window: Window | null; problem: null } | { window: null; problem: Problem } {
  const hasDates = startDate !== undefined || endDate !== undefined
  if (dateRange === undefined && !hasDates) return { window: null, problem: null }
  const name = dateRange ?? 'custom'
  const request = { name, startDate: startDate ?? null, endDate: endDate ?? null }
  const placed = resolveWindow(request, bounds)
  if (placed.problem) return placed
  if (hasDates && name !== 'custom') {
    const message = 'start_date and end_date go with date_range=custom.'
    return { window: null, problem: { code: 'invalid_date_range', where: 'date_range', message } }
  }
  return name !== 'custom' && bounds.firstDate === null
    ? { window: emptyWindow(name), problem: null }
    : placed
}

/** A window of two dates that are known to exist. */
export function toWindow(name: string, startDate: PlainDate, endDate: PlainDate): Window {
  return { name, startDate, endDate, startDay: dayNumber(startDate), endDay: dayNumber(endDate) }
}

/** The text that results of a scope are kept by (`remember`). */
export function toScopeKey({ startDay, endDay, account }: Scope): string {
  return `${startDay}:${endDay}:${account ?? ''}`
}

/** Calendar days of a scope. */
export function countDays(scope: Scope): number {
  return Math.max(0, scope.endDay - scope.startDay + 1)
}

function customWindow(request: WindowRequest): ReturnType<typeof resolveWindow> {
  const { startDate, endDate } = request
  const areDates = [startDate, endDate].every((date) => date != null && isPlainDate(date))
  if (areDates && startDate! <= endDate!) {
    return { window: toWindow('custom', startDate!, endDate!), problem: null }
  }
  const message =
    'A custom date range needs start_date and end_date, dates that exist, the first not later.'
  return { window: null, problem: { code: 'invalid_date_range', where: 'date_range', message } }
}

function unknownName(name: string): Problem {
  const message = describeUnknownRange(name, WINDOW_NAMES)
  return { code: 'invalid_date_range', where: 'date_range', message }
}

function lastDays(count: number): (asOf: PlainDate) => Range {
  return (asOf) => [dateOfDay(dayNumber(asOf) - count + 1), asOf]
}

function nextDays(count: number): (asOf: PlainDate) => Range {
  return (asOf) => [dateOfDay(dayNumber(asOf) + 1), dateOfDay(dayNumber(asOf) + count)]
}

function lastMonths(count: number): (asOf: PlainDate) => Range {
  return (asOf) => [firstOfMonth(addMonths(toMonth(asOf), 1 - count)), asOf]
}

/** Complete calendar months that end on or before `asOf`; coverage decides later which count. */
function lastFullMonths(count: number): (asOf: PlainDate) => Range {
  return (asOf) => {
    const month = toMonth(asOf)
    const last = lastOfMonth(month) === asOf ? month : addMonths(month, -1)
    return [firstOfMonth(addMonths(last, 1 - count)), lastOfMonth(last)]
  }
}
