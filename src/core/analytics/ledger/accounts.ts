import type { Account, CompanyFacts, CoveredPeriod } from '../../values/account.ts'
import type { PlainDate } from '../../values/dates.ts'
import type { LastRow } from './counted.ts'
import { growPeriod, growToMonthEnd } from './inferred.ts'
import type { RowTable } from './rows/row-table.ts'

/** The accounts of a ledger by id. */
export type Accounts = ReadonlyMap<string, Account>

/**
 * The wanted accounts, or the included ones. An account that only rows name still counts: money
 * must not vanish because its account was never listed.
 */
export function selectAccounts(
  listed: readonly Account[],
  table: RowTable,
  wantedIds: readonly string[] | null,
): Accounts {
  const isWanted = (account: Account): boolean =>
    wantedIds === null ? account.isIncluded : wantedIds.includes(account.id)
  const listedIds = new Set(listed.map(({ id }) => id))
  const selected = new Map(listed.filter(isWanted).map((each) => [each.id, each]))
  for (const { accountId, currency } of table.labels) {
    if (listedIds.has(accountId) || selected.has(accountId)) continue
    const unlisted = buildUnlistedAccount(accountId, currency)
    if (isWanted(unlisted)) selected.set(accountId, unlisted)
  }
  return selected
}

function buildUnlistedAccount(id: string, currency: string): Account {
  const unknown = { name: '', institutionName: null, last4: null, type: 'other' }
  return { id, ...unknown, currency, isIncluded: true }
}

/** The last day that a period or a row of these accounts reaches; never after `today`. */
export function findLastDate(
  periods: readonly CoveredPeriod[],
  accounts: Accounts,
  { lastRow, today }: { lastRow: LastRow | null; today: PlainDate | null },
): PlainDate | null {
  const own = periods.filter(({ accountId }) => accounts.has(accountId))
  const ends = own.map((period) => growPeriod(period).endDate)
  if (lastRow !== null) {
    const isCovered = own.some(({ accountId }) => accountId === lastRow.accountId)
    ends.push(isCovered ? lastRow.date : growToMonthEnd(lastRow.date))
  }
  const last = ends.toSorted().at(-1) ?? null
  return last !== null && today !== null && last > today ? today : last
}

/** The company by the name of the application, else by the holder that its statements print. */
export function nameCompany(company: CompanyFacts, accounts: readonly Account[]): CompanyFacts {
  if (company.name !== null) return company
  const holder = accounts.flatMap(({ holderNames }) => holderNames ?? [])[0]
  return holder === undefined ? company : { ...company, name: holder, nameSource: 'account_holder' }
}
