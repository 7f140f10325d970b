import type { Cents } from '../values/money.ts'
import { accountType, type Collector } from './collect.ts'
import {
  child,
  firstChild,
  isListed,
  items,
  readText,
  textAt,
  type Place,
} from './payload/place.ts'
import { readCents, readCurrency, readDate } from './payload/values.ts'
import type { Provider } from './provider.ts'

/**
 * Yodlee: `/accounts` with `/transactions` (1.1), and the search of transactions before it. Amounts
 * have no sign; `baseType` has it. Source: Yodlee API reference.
 */
export const yodlee: Provider = {
  name: 'yodlee',
  title: 'Yodlee',
  payloads: '/transactions with /accounts (1.1), the older search of transactions',
  route: 'provider-d',
  detects: (root) => {
    const [row] = items(listOfRows(root))
    return row !== undefined && textAt(row, 'baseType', 'transactionBaseType') !== null
  },
  read: (root, collector) => {
    for (const account of items(firstChild(root, ['account', 'accounts'])))
      readAccount(account, collector)
    const rows = listOfRows(root)
    if (collector.requireList(rows, 'transactions'))
      for (const row of items(rows)) readRow(row, collector)
  },
}

function listOfRows(root: Place): Place {
  const search = child(root, 'searchResult', 'transactions')
  return isListed(search) ? search : firstChild(root, ['transaction', 'transactions'])
}

function readAccount(place: Place, collector: Collector): void {
  const id = textAt(place, 'id')
  if (id === null) {
    collector.problem(place, 'missing_account', 'The account has no id.')
    return
  }
  const holders = items(child(place, 'holder')).flatMap((each) => {
    return textAt(child(each, 'name'), 'displayed', 'fullName') ?? []
  })
  collector.account({
    id,
    institutionName: textAt(place, 'providerName'),
    name: textAt(place, 'accountName', 'displayedName'),
    number: textAt(place, 'accountNumber'),
    type: accountType(textAt(place, 'accountType'), textAt(place, 'CONTAINER')),
    currency: readCurrency(child(firstChild(place, ['balance', 'currentBalance']), 'currency')),
    holderNames: holders,
  })
}

/** The older shape has the account inside each transaction. */
function accountAt(row: Place, collector: Collector): string | null {
  const direct = textAt(row, 'accountId')
  const own = child(row, 'account')
  const id = direct ?? textAt(own, 'itemAccountId', 'id')
  if (id === null || direct !== null) return id
  const container = textAt(child(row, 'viewKey'), 'containerType')
  collector.account({
    id,
    institutionName: textAt(own, 'siteName'),
    name: textAt(own, 'accountName'),
    number: textAt(own, 'accountNumber'),
    type: accountType(textAt(own, 'accountName'), container === 'bank' ? 'checking' : container),
    currency: readCurrency(child(own, 'accountBalance', 'currencyCode')),
  })
  return id
}

function readRow(place: Place, collector: Collector): void {
  const accountId = accountAt(place, collector)
  if (accountId === null) {
    collector.problem(place, 'missing_account', 'The transaction has no accountId.')
    return
  }
  const money = child(place, 'amount')
  const named = readCurrency(firstChild(money, ['currency', 'currencyCode']))
  const { currency } = collector.account({ id: accountId, currency: named })
  const side = textAt(place, 'baseType', 'transactionBaseType')?.toUpperCase() ?? null
  if (side !== 'CREDIT' && side !== 'DEBIT') {
    collector.imported.receivedCount += 1
    collector.problem(place, 'missing_sign', 'baseType is neither CREDIT nor DEBIT.')
    return
  }
  const description = child(place, 'description')
  const category = child(place, 'category')
  const merchant = child(place, 'merchant')
  collector.row(place, {
    accountId,
    externalId: textAt(place, 'id') ?? textAt(child(place, 'viewKey'), 'transactionId'),
    date: readDate(firstChild(place, ['date', 'postDate', 'transactionDate']), collector.options.timezone), // prettier-ignore
    amount: signed(collector.cents(child(money, 'amount'), named ?? currency), side),
    currency: named ?? currency,
    description: textAt(description, 'original', 'consumer', 'simple', 'description') ?? '',
    balance: readCents(child(place, 'runningBalance', 'amount'), named ?? currency),
    merchantName: textAt(merchant, 'name') ?? textAt(description, 'merchantName'),
    category: readText(category) ?? textAt(category, 'categoryName'),
    checkNumber: textAt(place, 'checkNumber'),
    type: textAt(place, 'subType', 'type'),
    isPending: isPending(child(place, 'status')),
  })
}

/** Turned amounts of some banks have a sign of their own, which the side does not have. */
function signed(cents: Cents | null, side: 'CREDIT' | 'DEBIT'): Cents | null {
  if (cents === null || cents === 0) return cents
  return side === 'CREDIT' ? Math.abs(cents) : -Math.abs(cents)
}

function isPending(status: Place): boolean {
  return /pending/i.test(readText(status) ?? textAt(status, 'description') ?? '')
}
