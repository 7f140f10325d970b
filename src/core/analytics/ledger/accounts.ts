import type { Account, CoveredPeriod } from '../../values/account.ts'
import { dateOfDay, type PlainDate } from '../../values/dates.ts'
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

/** The last day of a period or of a row of these accounts. */
export function findLastDate(
  periods: readonly CoveredPeriod[],
  accounts: Accounts,
  lastRowDay: number | null,
): PlainDate | null {
  let last: PlainDate | null = lastRowDay === null ? null : dateOfDay(lastRowDay)
  for (const { accountId, endDate } of periods) {
    if (accounts.has(accountId) && (last === null || endDate > last)) last = endDate
  }
  return last
}
