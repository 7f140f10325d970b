import { accountType, type Collector } from './collect.ts'
import type { Cents } from '../values/money.ts'
import { child, items, readText, textAt, type Place } from './payload/place.ts'
import { readCents, readCurrency, readDate } from './payload/values.ts'
import type { Provider } from './provider.ts'

/**
 * Flinks: `GetAccountsDetail`. A transaction has a debit or a credit. Dollars are Canadian unless
 * the account says otherwise. Source: Flinks API reference.
 */
export const flinks: Provider = {
  name: 'flinks',
  title: 'Flinks',
  payloads: 'GetAccountsDetail',
  route: null,
  detects: (root) => items(child(root, 'Accounts')).some((each) => child(each, 'Transactions').value !== undefined), // prettier-ignore
  read: (root, collector) => {
    const accounts = child(root, 'Accounts')
    if (!collector.requireList(accounts, 'accounts')) return
    const bank = textAt(root, 'Institution') ?? textAt(child(root, 'Login'), 'Institution')
    for (const account of items(accounts)) readAccount(account, collector, bank)
  },
}

function readAccount(place: Place, collector: Collector, bank: string | null): void {
  const number = textAt(place, 'AccountNumber')
  const transit = textAt(place, 'TransitNumber')
  const holder = textAt(child(place, 'Holder'), 'Name')
  const { id, currency } = collector.account({
    id: textAt(place, 'Id') ?? ([transit, number].filter(Boolean).join('|') || place.pointer),
    institutionName: bank,
    name: textAt(place, 'Title'),
    number,
    type: accountType(textAt(place, 'Type'), textAt(place, 'Title'), textAt(place, 'Category')),
    currency: readCurrency(child(place, 'Currency')),
    holderNames: holder === null ? [] : [holder],
  })
  const rows = child(place, 'Transactions')
  if (!collector.requireList(rows, 'transactions')) return
  for (const row of items(rows)) {
    collector.row(row, {
      accountId: id,
      externalId: textAt(row, 'Id'),
      date: readDate(child(row, 'Date'), collector.options.timezone),
      amount: readAmount(row, currency),
      currency,
      description: textAt(row, 'Description') ?? '',
      balance: readCents(child(row, 'Balance'), currency),
      type: textAt(row, 'Code'),
    })
  }
}

/** Credit less debit; null where neither is an amount. */
function readAmount(row: Place, currency: string): Cents | null {
  const [credit, debit] = ['Credit', 'Debit'].map((name) => child(row, name))
  const isGiven = (place: Place | undefined): place is Place => !!place && readText(place) !== null
  const given = [credit, debit].filter(isGiven)
  const cents = given.map((place) => readCents(place, currency))
  if (cents.length === 0 || cents.includes(null)) return null
  return (isGiven(credit) ? cents[0]! : 0) - (isGiven(debit) ? cents.at(-1)! : 0)
}
