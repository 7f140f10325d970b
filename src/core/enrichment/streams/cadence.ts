import {
  addBusinessDays,
  businessDaysBetween,
  onOrAfterBusinessDay,
} from '../../values/business-days.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  daysInMonth,
  monthOf,
  weekdayOf,
  type PlainDate,
} from '../../values/dates.ts'
import type { Cadence } from '../../values/position.ts'
import { median, mode } from '../numbers.ts'
import { CADENCE_RULES, cadenceRule, type CadenceRule } from './cadences.ts'

/** How the distinct dates of a series repeat. */
export interface Rhythm {
  cadence: Cadence
  /** Share of gaps that fit, 0 to 1. */
  fitShare: number
  /** Formulas S6, 0 to 1. */
  regularity: number
  /** Modal weekday, and modal days of the month: one for monthly, two for semi-monthly. */
  weekday: number
  anchorDays: readonly number[]
}

/** Share of gaps that must fit a cadence (formulas S5). */
const MIN_FIT_SHARE = 0.75

/** Cadences that hold to one weekday, with the share of dates on it. */
const WEEKDAY_SHARES: Partial<Record<Cadence, number>> = { biweekly: 0.7, four_weekly: 0.9 }

const MONTHLY: ReadonlySet<Cadence> = new Set([
  'monthly',
  'bimonthly',
  'quarterly',
  'semi_annual',
  'annual',
])

const MONTHS_OF: Partial<Record<Cadence, number>> = {
  monthly: 1,
  bimonthly: 2,
  quarterly: 3,
  semi_annual: 6,
  annual: 12,
}

interface RhythmFacts {
  isGapCovered(from: PlainDate, to: PlainDate): boolean
  /** All amounts are equal, which makes a month between two rows a hint (S9). */
  isFixed: boolean
}

/**
 * The cadence of ascending distinct dates, or null when they are too few or fit none. Gaps for
 * which `isGapCovered` is false say nothing (formulas S16).
 */
export function detectRhythm(
  dates: readonly PlainDate[],
  { isGapCovered, isFixed }: RhythmFacts,
): Rhythm | null {
  const gaps = pairsOf(dates).filter(([from, to]) => isGapCovered(from, to))
  if (gaps.length === 0) return null
  for (const rule of CADENCE_RULES) {
    if (dates.length < neededDates(rule, isFixed)) continue
    const lengths = gaps.map(([from, to]) => gapLength(rule, from, to))
    const fitting = lengths.filter((days) => days >= rule.minGapDays && days <= rule.maxGapDays)
    const fitShare = fitting.length / gaps.length
    if (fitShare < MIN_FIT_SHARE || !holdsItsDays(rule.cadence, dates)) continue
    return {
      cadence: rule.cadence,
      fitShare,
      regularity: regularityOf(lengths),
      ...anchorsOf(dates),
    }
  }
  return null
}

/** Two equal amounts a month apart are an early detection; else the minimum of S3 holds. */
function neededDates({ cadence, minOccurrences }: CadenceRule, isFixed: boolean): number {
  return cadence === 'monthly' && isFixed ? 2 : minOccurrences
}

/** The date after `from` on which the rhythm expects the next row (formulas S10). */
export function nextDate(rhythm: Rhythm, from: PlainDate): PlainDate {
  const { cadence } = rhythm
  if (cadence === 'business_daily') return addBusinessDays(from, 1)
  if (cadence === 'daily') return addDays(from, 1)
  const weeks = { weekly: 1, biweekly: 2, four_weekly: 4 }[cadence as string]
  if (weeks) return onOrAfterBusinessDay(addDays(nearestWeekday(from, rhythm.weekday), 7 * weeks))
  if (cadence === 'twice_weekly') return onOrAfterBusinessDay(addDays(from, 3))
  if (cadence === 'semi_monthly') return onOrAfterBusinessDay(nextAnchor(from, rhythm.anchorDays))
  return onOrAfterBusinessDay(monthsLater(from, MONTHS_OF[cadence] ?? 1, rhythm.anchorDays[0] ?? 1))
}

/** The last day on which a row expected on `date` is still on time (formulas S9). */
export function graceEnd(cadence: Cadence, date: PlainDate): PlainDate {
  const rule = cadenceRule(cadence)
  if (!rule) return date
  return rule.isBusinessDays ? addBusinessDays(date, rule.graceDays) : addDays(date, rule.graceDays)
}

function pairsOf(dates: readonly PlainDate[]): [PlainDate, PlainDate][] {
  return dates.slice(1).map((date, index) => [dates[index]!, date])
}

function gapLength(rule: CadenceRule, from: PlainDate, to: PlainDate): number {
  return rule.cadence === 'business_daily' ? businessDaysBetween(from, to) : daysBetween(from, to)
}

function holdsItsDays(cadence: Cadence, dates: readonly PlainDate[]): boolean {
  const weekdays = mode(dates.map(weekdayOf))
  const needed = WEEKDAY_SHARES[cadence]
  if (needed !== undefined) return (weekdays?.share ?? 0) >= needed
  if (cadence === 'twice_weekly') return holdsTwoWeekdays(dates)
  if (!MONTHLY.has(cadence)) return true
  const anchor = monthlyAnchor(dates)
  return dates.every((date) => anchorDistance(date, anchor) <= 4)
}

function holdsTwoWeekdays(dates: readonly PlainDate[]): boolean {
  const counts = new Map<number, number>()
  for (const date of dates) counts.set(weekdayOf(date), (counts.get(weekdayOf(date)) ?? 0) + 1)
  const [first = 0, second = 0] = [...counts.values()].toSorted((left, right) => right - left)
  return second > 0 && (first + second) / dates.length >= 0.9
}

/** Formulas S6: 1 - median absolute deviation of the gaps over their median. */
function regularityOf(lengths: readonly number[]): number {
  const middle = median(lengths)
  if (middle === 0) return 1
  const deviation = median(lengths.map((length) => Math.abs(length - middle)))
  return Math.max(0, 1 - deviation / middle)
}

/** The modal weekday and days of the month of distinct dates. */
export function anchorsOf(dates: readonly PlainDate[]): Pick<Rhythm, 'weekday' | 'anchorDays'> {
  const anchor = monthlyAnchor(dates)
  const others = dates.filter((date) => anchorDistance(date, anchor) > 5)
  const second = others.length > 0 ? monthlyAnchor(others) : anchor
  return {
    weekday: mode(dates.map(weekdayOf))?.value ?? 0,
    anchorDays: [...new Set([anchor, second])],
  }
}

/** The modal day of the month; a month's last day counts as the 31st. */
function monthlyAnchor(dates: readonly PlainDate[]): number {
  const days = dates.map(dayOfMonth)
  const isMonthEnd = dates.every((date) => dayOfMonth(date) === daysInMonth(monthOf(date)))
  return isMonthEnd ? 31 : (mode(days)?.value ?? 1)
}

function dayOfMonth(date: PlainDate): number {
  return Number(date.slice(8))
}

/** Days to the nearest occurrence of the anchor day, in this month or a neighboring one. */
function anchorDistance(date: PlainDate, anchor: number): number {
  const month = monthOf(date)
  const around = [-1, 0, 1].map((offset) => anchorDate(addMonths(month, offset), anchor))
  return Math.min(...around.map((candidate) => Math.abs(daysBetween(candidate, date))))
}

function anchorDate(month: string, anchor: number): PlainDate {
  return `${month}-${String(Math.min(anchor, daysInMonth(month))).padStart(2, '0')}`
}

/** The anchor of the month `count` months after the occurrence that `from` stands for. */
function monthsLater(from: PlainDate, count: number, anchor: number): PlainDate {
  const month = monthOf(from)
  const around = [-1, 0, 1].map((offset) => addMonths(month, offset))
  const own = around.reduce((best, candidate) =>
    Math.abs(daysBetween(anchorDate(candidate, anchor), from)) <
    Math.abs(daysBetween(anchorDate(best, anchor), from))
      ? candidate
      : best,
  )
  return anchorDate(addMonths(own, count), anchor)
}

function nextAnchor(from: PlainDate, anchors: readonly number[]): PlainDate {
  const month = monthOf(from)
  const candidates = [month, addMonths(month, 1)]
    .flatMap((candidate) => anchors.map((anchor) => anchorDate(candidate, anchor)))
    .toSorted()
  return candidates.find((date) => daysBetween(from, date) > 5) ?? addDays(from, 15)
}

function nearestWeekday(date: PlainDate, weekday: number): PlainDate {
  const ahead = (weekday - weekdayOf(date) + 7) % 7
  return addDays(date, ahead <= 3 ? ahead : ahead - 7)
}
