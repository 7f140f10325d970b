import type { LedgerAccount } from '../ledger/periods.ts'
import type { Account } from '../../values/account.ts'
import {
  addMonths,
  dateOfDay,
  dayNumber,
  firstOfMonth,
  lastOfMonth,
  toMonth,
  type PlainDate,
} from '../../values/dates.ts'
import type { Ledger } from '../ledger.ts'

/** Days of one account that are required and not covered (formulas G6). */
export interface MissingPeriod {
  account: number
  startDate: PlainDate
  endDate: PlainDate
  /** What to request of the applicant. */
  requestText: string
}

/**
 * The first and last day that each account should cover: so many whole months before the current
 * one (formulas G6). Null without data.
 */
export function requiredDays(
  ledger: Ledger,
  months: number = ledger.settings.requiredStatementMonths,
): { startDay: number; endDay: number } | null {
  if (ledger.asOf === null) return null
  const month = toMonth(ledger.asOf)
  const isWhole = lastOfMonth(month) === ledger.asOf
  const first = addMonths(month, isWhole ? 1 - months : -months)
  return { startDay: dayNumber(firstOfMonth(first)), endDay: dayNumber(ledger.asOf) }
}

/** Every stretch of the required days that an account does not cover, with its request. */
export function missingPeriods(
  ledger: Ledger,
  months: number = ledger.settings.requiredStatementMonths,
): MissingPeriod[] {
  const required = requiredDays(ledger, months)
  if (required === null) return []
  return ledger.accounts.flatMap((own, account) =>
    uncovered(own, required).map(({ startDay, endDay }) => {
      const [startDate, endDate] = [dateOfDay(startDay), dateOfDay(endDay)]
      const requestText = `${formatAccountName(own.account)}: ${startDate} to ${endDate}`
      return { account, startDate, endDate, requestText }
    }),
  )
}

/** What an account is called in a request: its bank or its name, and the end of its number. */
export function formatAccountName({ institutionName, name, last4 }: Account): string {
  const named = institutionName ?? (name === '' ? 'Account' : name)
  // A reader names some accounts by their digits already.
  return last4 === null || named.endsWith(last4) ? named : `${named} ...${last4}`
}

function uncovered(
  { coverage }: LedgerAccount,
  required: { startDay: number; endDay: number },
): { startDay: number; endDay: number }[] {
  const missing: { startDay: number; endDay: number }[] = []
  let from = required.startDay
  for (const range of coverage.ranges) {
    if (range.endDay < from) continue
    if (range.startDay > from) missing.push({ startDay: from, endDay: range.startDay - 1 })
    from = range.endDay + 1
  }
  missing.push({ startDay: from, endDay: required.endDay })
  return missing
    .map(({ startDay, endDay }) => ({ startDay, endDay: Math.min(endDay, required.endDay) }))
    .filter(({ startDay, endDay }) => startDay <= endDay)
}
