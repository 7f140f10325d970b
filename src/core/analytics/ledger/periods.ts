import type { Account, CoveredPeriod } from '../../values/account.ts'
import { dayNumber, type PlainDate } from '../../values/dates.ts'
import type { Columns } from './columns.ts'
import type { Selection } from './counted.ts'
import { buildCoverage, type Coverage } from './coverage.ts'
import { growPeriod, inferPeriods } from './inferred.ts'
import { daysOfAccounts, toDayBalances, type DayBalances } from './day-balances.ts'

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
  const list = [...accounts.values()]
  const ofAccount = (account: Account): CoveredPeriod[] =>
    periods.filter(({ accountId }) => accountId === account.id).map(growPeriod)
  const withoutPeriods = list.flatMap((account, index) => {
    const [first, last] = [days[index]!.keys().next().value, [...days[index]!.keys()].at(-1)]
    if (first === undefined || last === undefined || ofAccount(account).length > 0) return []
    return [{ account, firstDay: first, lastDay: last }]
  })
  const inferred = inferPeriods(withoutPeriods)
  return list.map((account, index) => {
    const rows = days[index]!
    const isUsed = account.currency === currency || rows.size > 0
    const known = [
      ...ofAccount(account),
      ...inferred.filter((each) => each.accountId === account.id),
    ]
    const own = isUsed ? clipPeriods(known, asOf) : []
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
