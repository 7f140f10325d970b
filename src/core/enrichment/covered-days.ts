import type { CoveredPeriod } from '../values/account.ts'
import { dayNumber, type PlainDate } from '../values/dates.ts'

/** The covered days of each account; an account without periods counts as covered. */
export interface Coverage {
  isCovered(accountId: string, date: PlainDate): boolean
  /** Whether every day from `from` to `to` is covered. */
  isWhole(accountId: string, from: PlainDate, to: PlainDate): boolean
  firstDate(accountId: string): PlainDate | null
}

/** Periods merged per account; periods that touch are one. */
export function buildCoverage(periods: readonly CoveredPeriod[]): Coverage {
  const spansByAccount = mergedSpans(periods)
  const isWhole = (accountId: string, from: PlainDate, to: PlainDate): boolean => {
    const spans = spansByAccount.get(accountId)
    if (!spans) return true
    return spans.some(({ startDate, endDate }) => startDate <= from && endDate >= to)
  }
  return {
    isWhole,
    isCovered: (accountId, date) => isWhole(accountId, date, date),
    firstDate: (accountId) => spansByAccount.get(accountId)?.[0]?.startDate ?? null,
  }
}

interface Span {
  startDate: PlainDate
  endDate: PlainDate
}

function mergedSpans(periods: readonly CoveredPeriod[]): Map<string, Span[]> {
  const spansByAccount = new Map<string, Span[]>()
  const inOrder = periods.toSorted((left, right) => (left.startDate < right.startDate ? -1 : 1))
  for (const { accountId, startDate, endDate } of inOrder) {
    const spans = spansByAccount.get(accountId) ?? []
    spansByAccount.set(accountId, spans)
    const last = spans.at(-1)
    if (last && dayNumber(startDate) <= dayNumber(last.endDate) + 1) {
      if (endDate > last.endDate) last.endDate = endDate
    } else {
      spans.push({ startDate, endDate })
    }
  }
  return spansByAccount
}
