import { addBusinessDays, businessDaysBetween } from '../../values/days/business-days.ts'
import { addDays, daysBetween, toWeekday, type PlainDate } from '../../values/dates.ts'
import type { Cadence } from '../../values/position.ts'
import {
  anchorDistance,
  computeAnchors,
  mode,
  monthlyAnchor,
  type Repetition,
} from '../../values/days/rhythm.ts'
import { median } from './numbers.ts'
import { CADENCE_RULES, cadenceRule, type CadenceRule } from './cadences.ts'

/** How the distinct dates of a series repeat. */
export interface Rhythm extends Repetition {
  /** Share of gaps that fit, 0 to 1. */
  fitShare: number
  /** Formulas S6, 0 to 1. */
  regularity: number
}

/** Share of gaps that must fit a cadence (formulas S5). */
const MIN_FIT_SHARE = 0.75

/** Cadences that hold to one weekday, with the share of dates on it. */
const WEEKDAY_SHARES: Partial<Record<Cadence, number>> = { biweekly: 0.7, four_weekly: 0.7 }

const MONTHLY: ReadonlySet<Cadence> = new Set([
  'monthly',
  'bimonthly',
  'quarterly',
  'semi_annual',
  'annual',
])

interface RhythmFacts {
  isGapCovered(from: PlainDate, to: PlainDate): boolean
  /** All amounts are equal, which makes a month between two rows a hint (S9). */
  isFixed: boolean
}

/**
 * The cadence of ascending distinct dates, or null when they are too few or fit none. Gaps for
 * which `isGapCovered` is false are ignored (formulas S16).
 */
export function detectRhythm(
  dates: readonly PlainDate[],
  { isGapCovered, isFixed }: RhythmFacts,
): Rhythm | null {
  const gaps = pairDates(dates).filter(([from, to]) => isGapCovered(from, to))
  if (gaps.length === 0) return null
  const calendarDays = gaps.map(([from, to]) => daysBetween(from, to))
  for (const rule of CADENCE_RULES) {
    if (dates.length < neededDates(rule, isFixed)) continue
    const isBusiness = rule.cadence === 'business_daily'
    const lengths = isBusiness ? gaps.map(businessGap) : calendarDays
    const fitShare = fittingCount(lengths, rule) / gaps.length
    if (fitShare < MIN_FIT_SHARE || !holdsItsDays(rule.cadence, dates)) continue
    return {
      cadence: rule.cadence,
      fitShare,
      regularity: computeRegularity(lengths),
      ...keptDays(rule.cadence, dates),
    }
  }
  return null
}

function fittingCount(lengths: readonly number[], { minGapDays, maxGapDays }: CadenceRule): number {
  let count = 0
  for (const days of lengths) if (days >= minGapDays && days <= maxGapDays) count += 1
  return count
}

/** The weekday of the dates and, where the cadence keeps to them, their days of the month. */
export function keptDays(
  cadence: Cadence,
  dates: readonly PlainDate[],
): Omit<Repetition, 'cadence'> {
  if (MONTHLY.has(cadence) || cadence === 'semi_monthly') return computeAnchors(dates)
  return { weekday: mode(dates.map(toWeekday))?.value ?? 0, anchorDays: [] }
}

/** Two equal amounts a month apart are an early detection; else the minimum of S3 holds. */
function neededDates({ cadence, minOccurrences }: CadenceRule, isFixed: boolean): number {
  return cadence === 'monthly' && isFixed ? 2 : minOccurrences
}

/** The last day on which a row expected on `date` is still on time (formulas S9). */
export function graceEnd(cadence: Cadence, date: PlainDate): PlainDate {
  const rule = cadenceRule(cadence)
  if (!rule) return date
  return rule.isBusinessDays ? addBusinessDays(date, rule.graceDays) : addDays(date, rule.graceDays)
}

function pairDates(dates: readonly PlainDate[]): [PlainDate, PlainDate][] {
  return dates.slice(1).map((date, index) => [dates[index]!, date])
}

/** Over a long weekend the next business day is at most six days away. */
function businessGap([from, to]: [PlainDate, PlainDate]): number {
  const days = daysBetween(from, to)
  return days <= 6 ? businessDaysBetween(from, to) : days
}

function holdsItsDays(cadence: Cadence, dates: readonly PlainDate[]): boolean {
  const weekdays = mode(dates.map(toWeekday))
  const needed = WEEKDAY_SHARES[cadence]
  if (needed !== undefined) return (weekdays?.share ?? 0) >= needed
  if (cadence === 'twice_weekly') return holdsTwoWeekdays(dates)
  if (cadence === 'semi_monthly') return holdsTwoDays(dates)
  if (!MONTHLY.has(cadence)) return true
  const anchor = monthlyAnchor(dates)
  return dates.every((date) => anchorDistance(date, anchor) <= 4)
}

/** Two days of the month, each met by a date or by the business days after it. */
function holdsTwoDays(dates: readonly PlainDate[]): boolean {
  const { anchorDays } = computeAnchors(dates)
  return dates.every((date) => anchorDays.some((anchor) => anchorDistance(date, anchor) <= 4))
}

function holdsTwoWeekdays(dates: readonly PlainDate[]): boolean {
  const counts = new Map<number, number>()
  for (const date of dates) counts.set(toWeekday(date), (counts.get(toWeekday(date)) ?? 0) + 1)
  const [first = 0, second = 0] = [...counts.values()].toSorted((left, right) => right - left)
  return second > 0 && (first + second) / dates.length >= 0.9
}

/** Formulas S6: 1 - median absolute deviation of the gaps over their median. */
function computeRegularity(lengths: readonly number[]): number {
  const middle = median(lengths)
  if (middle === 0) return 1
  const deviation = median(lengths.map((length) => Math.abs(length - middle)))
  return Math.max(0, 1 - deviation / middle)
}
