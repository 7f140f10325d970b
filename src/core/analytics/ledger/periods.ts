import type { Account, CoveredPeriod } from '../../values/account.ts'
import { dateOfDay, dayNumber, type PlainDate } from '../../values/dates.ts'
import type { Columns } from './columns.ts'
import type { Selection } from './counted.ts'
import { buildCoverage, type Coverage } from './coverage.ts'
import { daysOfAccounts, toDayBalances, type DayBalances, type DayRows } from './day-balances.ts'

/** An account of the ledger with its covered periods and its days. */
export interface LedgerAccount {
  account: Account
  periods: CoveredPeriod[]
  coverage: Coverage
  balances: DayBalances
}

/** The accounts of a selection with their periods up to `asOf`, coverage and daily balances. */
export function buildAccounts(
  periods: readonly CoveredPeriod[],
  { accounts, currency, asOf }: Selection,
  columns: Columns,
): LedgerAccount[] {
  const days = daysOfAccounts(columns, accounts.size)
  return [...accounts.values()].map((account, index) => {
    const rows = days[index]!
    const isUsed = account.currency === currency || rows.size > 0
    const printed = isUsed ? periods.filter(({ accountId }) => accountId === account.id) : []
    const own = printed.length > 0 ? clipPeriods(printed, asOf) : inferPeriods(account.id, rows)
    const coverage = buildCoverage(own)
    return { account, periods: own, coverage, balances: toDayBalances(own, coverage, rows) }
  })
}

/** First and last day with coverage or a row; the last is before the first when there is none. */
export function findDayRange(
  accounts: readonly LedgerAccount[],
  columns: Columns,
): [firstDay: number, lastDay: number] {
  const ranges = accounts.flatMap(({ coverage }) => coverage.ranges)
  const firstRow = columns.size > 0 ? columns.day[0]! : Infinity
  const lastRow = columns.size > 0 ? columns.day[columns.size - 1]! : -Infinity
  const firstDay = Math.min(firstRow, ...ranges.map(({ startDay }) => startDay))
  const lastDay = Math.max(lastRow, ...ranges.map(({ endDay }) => endDay))
  return Number.isFinite(firstDay) ? [firstDay, lastDay] : [dayNumber('1970-01-01'), -1]
}

/** A period that runs past `asOf` ends there, and its closing balance is not known yet. */
function clipPeriods(periods: readonly CoveredPeriod[], asOf: PlainDate | null): CoveredPeriod[] {
  if (asOf === null) return [...periods]
  return periods
    .filter(({ startDate }) => startDate <= asOf)
    .map((period) => (period.endDate <= asOf ? period : clipPeriod(period, asOf)))
}

function clipPeriod(period: CoveredPeriod, asOf: PlainDate): CoveredPeriod {
  const dailyBalances = period.dailyBalances.filter(({ date }) => date <= asOf)
  return { ...period, endDate: asOf, closingBalance: null, dailyBalances }
}

/** Formulas G1: without a printed period the first and the last row stand in. */
function inferPeriods(accountId: string, rows: ReadonlyMap<number, DayRows>): CoveredPeriod[] {
  if (rows.size === 0) return []
  const days = [...rows.keys()]
  return [
    {
      accountId,
      documentId: null,
      statementId: null,
      startDate: dateOfDay(days[0]!),
      endDate: dateOfDay(days.at(-1)!),
      isInferred: true,
      openingBalance: null,
      closingBalance: null,
      reconciliationStatus: 'unverifiable',
      dailyBalances: [],
    },
  ]
}
