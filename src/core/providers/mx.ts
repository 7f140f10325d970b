import { accountType, type Collector } from './collect.ts'
import type { Cents } from '../values/money.ts'
import { child, firstChild, flagAt, items, textAt, type Place } from './payload/place.ts'
import { readCurrency, readDate } from './payload/values.ts'
import type { Provider } from './provider.ts'

/**
 * MX Platform: transactions with their accounts. Amounts have no sign; `type` has it. Source: MX
 * Platform API reference, Transactions and Accounts.
 */
export const mx: Provider = {
  name: 'mx',
  title: 'MX',
  payloads: 'transactions with their accounts',
  route: null,
  detects: (root) => {
    const [row] = items(child(root, 'transactions'))
    return row !== undefined && ['account_guid', 'category_guid'].some((name) => textAt(row, name) !== null) // prettier-ignore
  },
  read: (root, collector) => {
    for (const account of items(child(root, 'accounts'))) readAccount(account, collector)
    const rows = child(root, 'transactions')
    if (collector.requireList(rows, 'transactions'))
      for (const row of items(rows)) readRow(row, collector)
  },
}

function readAccount(place: Place, collector: Collector): void {
  const id = textAt(place, 'guid')
  if (id === null) return
  collector.account({
    id,
    institutionName: textAt(place, 'institution_name', 'institution_code'),
    name: textAt(place, 'name'),
    number: textAt(place, 'account_number'),
    type: accountType(textAt(place, 'subtype'), textAt(place, 'type')),
    currency: readCurrency(child(place, 'currency_code')),
  })
}

function readRow(place: Place, collector: Collector): void {
  const accountId = textAt(place, 'account_guid', 'account_id')
  if (accountId === null) {
    collector.imported.receivedCount += 1
    collector.problem(place, 'missing_account', 'The transaction has no account_guid.')
    return
  }
  const named = readCurrency(child(place, 'currency_code'))
  const currency = named ?? collector.account({ id: accountId }).currency
  const side = textAt(place, 'type')?.toUpperCase()
  if (side !== 'CREDIT' && side !== 'DEBIT') {
    collector.imported.receivedCount += 1
    collector.problem(place, 'missing_sign', 'type is neither CREDIT nor DEBIT.')
    return
  }
  collector.row(place, {
    accountId,
    externalId: textAt(place, 'guid', 'id'),
    date: readDate(firstChild(place, ['posted_at', 'date', 'transacted_at']), collector.options.timezone), // prettier-ignore
    amount: signed(collector.cents(child(place, 'amount'), currency), side),
    currency,
    description: textAt(place, 'original_description', 'description') ?? '',
    merchantName: textAt(place, 'description'),
    category: readCategory(place),
    mccCode: textAt(place, 'merchant_category_code'),
    checkNumber: textAt(place, 'check_number_string', 'check_number'),
    isPending: /pending/i.test(textAt(place, 'status') ?? ''),
  })
}

function signed(cents: Cents | null, side: 'CREDIT' | 'DEBIT'): Cents | null {
  return cents === null || cents === 0 || side === 'CREDIT' ? cents : -cents
}

/** Marks that name a category say more than its words. */
function readCategory(place: Place): string | null {
  const marks = ['is_overdraft_fee', 'is_payroll_advance', 'is_fee']
  const mark = marks.find((name) => flagAt(place, name))
  return mark === undefined ? textAt(place, 'category') : `mx_${mark}`
}
