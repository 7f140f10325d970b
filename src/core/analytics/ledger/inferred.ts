import type { Account, CoveredPeriod } from '../../values/account.ts'
import { hasBusinessDay } from '../../values/days/business-days.ts'
import {
  dateOfDay,
  dayNumber,
  firstOfMonth,
  lastOfMonth,
  toMonth,
  type PlainDate,
} from '../../values/dates.ts'

/**
 * The day to which a range that ends on `day` without a printed period reaches: the last of the
 * month where only weekends and holidays lie between, which have no rows (formulas G1a).
 */
export function growToMonthEnd(day: PlainDate): PlainDate {
  const edge = lastOfMonth(toMonth(day))
  return hasBusinessDay([dayNumber(day) + 1, dayNumber(edge)]) ? day : edge
}

/** The same for the first day of a range. */
export function growToMonthStart(day: PlainDate): PlainDate {
  const edge = firstOfMonth(toMonth(day))
  return hasBusinessDay([dayNumber(edge), dayNumber(day) - 1]) ? day : edge
}

/** A period with the days to which it reaches; a printed one is as printed. */
export function growPeriod(period: CoveredPeriod): CoveredPeriod {
  if (!period.isInferred) return period
  const { startDate, endDate } = period
  return { ...period, startDate: growToMonthStart(startDate), endDate: growToMonthEnd(endDate) }
}

/** The days of an account's rows. */
export interface RowDays {
  account: Account
  firstDay: number
  lastDay: number
}

/**
 * A period for each account of which only rows are known. Accounts of one source are covered alike:
 * one without rows in a month was quiet, since its source reaches over that month (G1a).
 */
export function inferPeriods(accounts: readonly RowDays[]): CoveredPeriod[] {
  const bySource = Map.groupBy(accounts, ({ account }) => account.sourceId ?? account.id)
  return [...bySource.values()].flatMap((ofSource) => {
    const startDate = dateOfDay(Math.min(...ofSource.map(({ firstDay }) => firstDay)))
    const endDate = dateOfDay(Math.max(...ofSource.map(({ lastDay }) => lastDay)))
    return ofSource.map(({ account }) =>
      growPeriod({ ...BARE, accountId: account.id, startDate, endDate }),
    )
  })
}

const BARE = {
  documentId: null,
  statementId: null,
  isInferred: true,
  openingBalance: null,
  closingBalance: null,
  reconciliationStatus: 'unverifiable',
  dailyBalances: [],
} as const satisfies Partial<CoveredPeriod>
