import { addDays } from '../values/dates.ts'
import { accountType, type Collector } from './collect.ts'
import type { ImportedAccount } from './imported.ts'
import { child, firstChild, flagAt, isListed, items, readText, textAt, textsAt, type Place } from './payload/place.ts' // prettier-ignore
import { readCents, readCurrency, readDate } from './payload/values.ts'
import type { Provider } from './provider.ts'

/**
 * Plaid: `/transactions/get`, `/transactions/sync`, `/asset_report/get`, and the accounts of a
 * custom user of its sandbox. Amounts are positive where money leaves the account, of cards too.
 * Source: Plaid API reference, Transactions, Assets and Sandbox.
 */
export const plaid: Provider = {
  name: 'plaid',
  title: 'Plaid',
  payloads: '/transactions/get, /transactions/sync, /asset_report/get, users of its sandbox',
  route: 'provider-a-transactions',
  detects: (root) =>
    isListed(child(root, 'override_accounts')) ||
    isListed(reportItems(root)) ||
    [...rowLists(root)].some(({ place }) => isPlaidList(place)) ||
    isPlaidList(root) ||
    isPlaidAccounts(child(root, 'accounts')),
  read: (root, collector) => {
    const users = child(root, 'override_accounts')
    const report = reportItems(root)
    collector.imported.isPage ||= textAt(root, 'next_cursor') !== null
    collector.imported.isInvented ||= isListed(users)
    if (isListed(users)) items(users).forEach((own, at) => readOverride(own, collector, at))
    else if (isListed(report)) for (const item of items(report)) readItem(item, collector)
    else readTransactions(root, collector)
  },
}

/** Names that every transaction of Plaid has and that no bank uses. */
const ROW_NAMES = ['transaction_id', 'account_id', 'iso_currency_code']

function isPlaidList(list: Place): boolean {
  if (!Array.isArray(list.value) || list.value.length === 0) return false
  return items(list).every((row) => ROW_NAMES.every((name) => child(row, name).value !== undefined))
}

function isPlaidAccounts(list: Place): boolean {
  const [first] = items(list)
  return first !== undefined && textAt(first, 'account_id') !== null
}

function reportItems(root: Place): Place {
  const direct = child(root, 'items')
  const [first] = items(direct)
  const isDirect = first !== undefined && isListed(child(first, 'accounts'))
  return isDirect ? direct : child(root, 'report', 'items')
}

interface RowList {
  place: Place
  isModified: boolean
}

function* rowLists(root: Place): Generator<RowList> {
  for (const name of ['transactions', 'added', 'modified']) {
    const place = child(root, name)
    if (Array.isArray(place.value)) yield { place, isModified: name === 'modified' }
  }
  if (Array.isArray(root.value)) yield { place: root, isModified: false }
}

function readTransactions(root: Place, collector: Collector): void {
  const institution = textAt(child(root, 'item'), 'institution_name')
  for (const account of items(child(root, 'accounts'))) readAccount(account, collector, institution)
  const lists = [...rowLists(root)]
  const removed = child(root, 'removed')
  if (lists.length === 0 && !isListed(removed))
    collector.requireList(child(root, 'transactions'), 'transactions')
  for (const { place, isModified } of lists)
    for (const row of items(place)) readRow(row, collector, { isModified })
  for (const each of items(removed)) {
    const id = textAt(each, 'transaction_id') ?? readText(each)
    if (id === null) collector.problem(each, 'ignored', 'The removed transaction has no id.')
    else collector.imported.removed.push(id)
  }
}

function readAccount(
  place: Place,
  collector: Collector,
  institution: string | null,
): ImportedAccount | null {
  const id = textAt(place, 'account_id')
  if (id === null) {
    collector.problem(place, 'missing_account', 'The account has no account_id.')
    return null
  }
  const owners = items(child(place, 'owners')).flatMap((owner) => textsAt(owner, 'names'))
  return collector.account({
    id,
    institutionName: institution,
    name: textAt(place, 'official_name', 'name'),
    number: textAt(place, 'mask'),
    type: accountType(textAt(place, 'subtype'), textAt(place, 'type')),
    currency: plaidCurrency(child(place, 'balances')),
    holderNames: [...new Set(owners)],
  })
}

function plaidCurrency(place: Place): string | null {
  return readCurrency(firstChild(place, ['iso_currency_code', 'unofficial_currency_code']))
}

function readRow(place: Place, collector: Collector, { isModified = false }): void {
  const accountId = textAt(place, 'account_id')
  if (accountId === null) {
    collector.problem(place, 'missing_account', 'The transaction has no account_id.')
    return
  }
  const named = plaidCurrency(place)
  const currency = named ?? collector.account({ id: accountId }).currency
  collector.account({ id: accountId, currency: named })
  const category = child(place, 'personal_finance_category')
  collector.row(place, {
    accountId,
    externalId: textAt(place, 'transaction_id'),
    date: readDate(child(place, 'date'), collector.options.timezone),
    amount: collector.cents(child(place, 'amount'), currency, 'spender'),
    currency,
    description: textAt(place, 'original_description', 'name', 'merchant_name') ?? '',
    merchantName: textAt(place, 'merchant_name'),
    category: textAt(category, 'detailed', 'primary'),
    checkNumber: textAt(place, 'check_number'),
    type: textAt(place, 'transaction_code', 'payment_channel'),
    isPending: flagAt(place, 'pending'),
    replacesId: textAt(place, 'pending_transaction_id'),
    isModified,
  })
}

function readItem(item: Place, collector: Collector): void {
  const list = child(item, 'accounts')
  if (!collector.requireList(list, 'accounts')) return
  const institution = textAt(item, 'institution_name')
  for (const place of items(list)) {
    const account = readAccount(place, collector, institution)
    if (account === null) continue
    for (const row of items(child(place, 'transactions'))) readRow(withAccount(row, account.id), collector, {}) // prettier-ignore
    readBalances(place, collector, account)
  }
}

/** Rows of a report stand under their account and may leave its id out. */
function withAccount({ value, pointer }: Place, accountId: string): Place {
  return { value: { account_id: accountId, ...(value as object) }, pointer }
}

/** Balances at the end of each day are a period, from the day behind the first to the last. */
function readBalances(place: Place, collector: Collector, { id, currency }: ImportedAccount): void {
  const list = child(place, 'historical_balances')
  const days = items(list).flatMap((day) => {
    const date = readDate(child(day, 'date'))
    const balance = readCents(child(day, 'current'), currency)
    if (date !== null && balance !== null) return [{ date, balance }]
    collector.problem(day, 'ignored', 'The balance has no day or no exact amount.')
    return []
  })
  const [first, ...others] = days.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const last = others.at(-1)
  if (first === undefined || last === undefined) return
  collector.statement(list, {
    accountId: id,
    startDate: addDays(first.date, 1),
    endDate: last.date,
    openingBalance: first.balance,
    closingBalance: last.balance,
    dailyBalances: others,
  })
}

/** An account of a custom user: it has no id, so its place stands for it. */
function readOverride(place: Place, collector: Collector, at: number): void {
  const rows = child(place, 'transactions')
  const [first] = items(rows)
  const account = collector.account({
    id: `override-${at + 1}`,
    name: textAt(child(place, 'meta'), 'official_name', 'name') ?? `Sandbox account ${at + 1}`,
    number: textAt(child(place, 'meta'), 'mask'),
    type: accountType(textAt(place, 'subtype'), textAt(place, 'type')),
    currency: readCurrency(child(place, 'currency')) ?? (first ? readCurrency(child(first, 'currency')) : null), // prettier-ignore
    holderNames: textsAt(child(place, 'identity'), 'names'),
  })
  for (const row of items(rows)) {
    const currency = readCurrency(child(row, 'currency')) ?? account.currency
    collector.row(row, {
      accountId: account.id,
      externalId: null,
      date: readDate(firstChild(row, ['date_posted', 'date_transacted'])),
      amount: collector.cents(child(row, 'amount'), currency, 'spender'),
      currency,
      description: textAt(row, 'description') ?? '',
    })
  }
}
