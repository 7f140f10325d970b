import { addBusinessDays, isBusinessDay, onOrAfterBusinessDay } from './business-days.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  daysInMonth,
  toMonth,
  toWeekday,
  type PlainDate,
} from '../dates.ts'
import type { Cadence } from '../position.ts'

/** How something repeats: its cadence and the days it keeps to. */
export interface Repetition {
  cadence: Cadence
  weekday: number
  /** Days of the month: one for monthly, two for semi-monthly; 31 stands for the last. */
  anchorDays: readonly number[]
}

const MONTHS_OF: Partial<Record<Cadence, number>> = {
  monthly: 1,
  bimonthly: 2,
  quarterly: 3,
  semi_annual: 6,
  annual: 12,
}

/** The date after `from` on which the rhythm expects the next row (formulas S10). */
export function nextDate(rhythm: Repetition, from: PlainDate): PlainDate {
  const { cadence } = rhythm
  if (cadence === 'business_daily') return addBusinessDays(from, 1)
  if (cadence === 'daily') return addDays(from, 1)
  const weeks = { weekly: 1, biweekly: 2, four_weekly: 4 }[cadence as string]
  if (weeks) return onOrAfterBusinessDay(addDays(nearestWeekday(from, rhythm.weekday), 7 * weeks))
  if (cadence === 'twice_weekly') return onOrAfterBusinessDay(addDays(from, 3))
  if (cadence === 'semi_monthly') return onOrAfterBusinessDay(nextAnchor(from, rhythm.anchorDays))
  return onOrAfterBusinessDay(monthsLater(from, MONTHS_OF[cadence] ?? 1, rhythm.anchorDays[0] ?? 1))
}

/** The weekday and the days of the month that ascending dates keep to. */
export function computeAnchors(dates: readonly PlainDate[]): Omit<Repetition, 'cadence'> {
  const anchor = monthlyAnchor(dates)
  const others = dates.filter((date) => anchorDistance(date, anchor) > 5)
  const second = others.length > 0 ? monthlyAnchor(others) : anchor
  return {
    weekday: mode(dates.map(toWeekday))?.value ?? 0,
    anchorDays: [...new Set([anchor, second])],
  }
}

/**
 * The day of the month that most dates stand for, counting one that fell on a day off and moved to
 * the next business day; of equals the most frequent. A month's last day counts as the 31st.
 */
export function monthlyAnchor(dates: readonly PlainDate[]): number {
  const isMonthEnd = dates.every((date) => dayOfMonth(date) === daysInMonth(toMonth(date)))
  if (isMonthEnd) return 31
  const days = dates.map(dayOfMonth)
  const explained = new Uint32Array(32)
  for (const date of dates) for (const anchor of anchorsBehind(date)) explained[anchor]! += 1
  const most = Math.max(...days.map((day) => explained[day]!))
  return mode(days.filter((day) => explained[day] === most))?.value ?? 1
}

/** The days of the month that a date may stand for: its own, and the days off right before it. */
function anchorsBehind(date: PlainDate): number[] {
  if (!isBusinessDay(date)) return []
  const day = dayOfMonth(date)
  let first = day
  while (first > 1 && !isBusinessDay(addDays(date, first - 1 - day))) first -= 1
  // Every anchor beyond the end of the month stands for its last day.
  const last = day === daysInMonth(toMonth(date)) ? 31 : day
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function dayOfMonth(date: PlainDate): number {
  return Number(date.slice(8))
}

/** Days to the nearest occurrence of the anchor day, in this month or a neighboring one. */
export function anchorDistance(date: PlainDate, anchor: number): number {
  const month = toMonth(date)
  const around = [-1, 0, 1].map((offset) => anchorDate(addMonths(month, offset), anchor))
  return Math.min(...around.map((candidate) => Math.abs(daysBetween(candidate, date))))
}

/** The most frequent value, the largest among equals, with its share; null of nothing. */
export function mode(values: readonly number[]): { value: number; share: number } | null {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: { value: number; share: number } | null = null
  for (const [value, count] of counts) {
    const share = count / values.length
    if (!best || share > best.share || (share === best.share && value > best.value)) {
      best = { value, share }
    }
  }
  return best
}

function anchorDate(month: string, anchor: number): PlainDate {
  return `${month}-${String(Math.min(anchor, daysInMonth(month))).padStart(2, '0')}`
}

/** The anchor of the month `count` months after the occurrence that `from` stands for. */
function monthsLater(from: PlainDate, count: number, anchor: number): PlainDate {
  const month = toMonth(from)
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
  const month = toMonth(from)
  const candidates = [month, addMonths(month, 1)]
    .flatMap((candidate) => anchors.map((anchor) => anchorDate(candidate, anchor)))
    .toSorted()
  return candidates.find((date) => daysBetween(from, date) > 5) ?? addDays(from, 15)
}

function nearestWeekday(date: PlainDate, weekday: number): PlainDate {
  const ahead = (weekday - toWeekday(date) + 7) % 7
  return addDays(date, ahead <= 3 ? ahead : ahead - 7)
}
