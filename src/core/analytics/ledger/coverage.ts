import type { CoveredPeriod } from '../../values/account.ts'
import { dateOfDay, dayNumber, daysInMonth, toMonth } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'

/** Days of one account without a source between two covered ranges (formulas G4). */
export interface CoverageGap {
  startDay: number
  endDay: number
  /** A soft gap is one day at a month's edge over which the balance did not move: it is covered. */
  kind: 'soft' | 'hard'
  /** Next opening less last closing: what must have happened in between; null when unknown. */
  missingActivity: Cents | null
}

/** The covered days of one account (formulas section 13). */
export interface Coverage {
  /** Ascending, neither overlapping nor touching; soft gaps are closed. */
  ranges: { startDay: number; endDay: number }[]
  gaps: CoverageGap[]
  /** Neighboring periods, gap or not, whose balances do not meet (G5). */
  breaks: { day: number; missingActivity: Cents }[]
}

interface Span {
  startDay: number
  endDay: number
  opening: Cents | null
  closing: Cents | null
}

/** Covered ranges, gaps and continuity breaks of one account's periods, in any order. */
export function buildCoverage(periods: readonly CoveredPeriod[]): Coverage {
  const spans = periods.map(toSpan).sort((a, b) => a.startDay - b.startDay || a.endDay - b.endDay)
  const coverage: Coverage = { ranges: [], gaps: [], breaks: [] }
  let last: Span | null = null
  for (const span of spans) {
    if (last !== null) noteJoint(coverage, last, span)
    extend(coverage, span)
    if (last === null || span.endDay >= last.endDay) last = span
  }
  return coverage
}

/** Covered days of the ranges inside `startDay` to `endDay`. */
export function countCoveredDays(coverage: Coverage, startDay: number, endDay: number): number {
  let days = 0
  for (const range of coverage.ranges) {
    const first = Math.max(range.startDay, startDay)
    days += Math.max(0, Math.min(range.endDay, endDay) - first + 1)
  }
  return days
}

function toSpan(period: CoveredPeriod): Span {
  return {
    startDay: dayNumber(period.startDate),
    endDay: dayNumber(period.endDate),
    opening: period.openingBalance,
    closing: period.closingBalance,
  }
}

function noteJoint(coverage: Coverage, last: Span, next: Span): void {
  const startDay = last.endDay + 1
  const endDay = next.startDay - 1
  if (endDay < startDay - 1) return
  const moved = next.opening === null || last.closing === null ? null : next.opening - last.closing
  if (moved !== null && moved !== 0) {
    coverage.breaks.push({ day: next.startDay, missingActivity: moved })
  }
  if (endDay < startDay) return
  const isSoft = startDay === endDay && moved === 0 && isMonthEdge(startDay)
  const kind = isSoft ? 'soft' : 'hard'
  coverage.gaps.push({ startDay, endDay, kind, missingActivity: moved })
}

function isMonthEdge(day: number): boolean {
  const date = dateOfDay(day)
  const dayOfMonth = Number(date.slice(8))
  return dayOfMonth === 1 || dayOfMonth === daysInMonth(toMonth(date))
}

function extend(coverage: Coverage, span: Span): void {
  const range = coverage.ranges.at(-1)
  const gap = coverage.gaps.at(-1)
  const isSoft = gap?.kind === 'soft' && gap.endDay === span.startDay - 1
  if (range && (span.startDay <= range.endDay + 1 || isSoft)) {
    range.endDay = Math.max(range.endDay, span.endDay)
  } else {
    coverage.ranges.push({ startDay: span.startDay, endDay: span.endDay })
  }
}
