import { accountType, type Collector } from './collect.ts'
import { child, firstChild, isListed, items, textAt, type Place } from './payload/place.ts'
import { readCents, readCurrency, readDate } from './payload/values.ts'
import type { Provider } from './provider.ts'

/**
 * Mastercard Open Finance (Finicity): accounts with their transactions, reports by institution, and
 * requests of its enrichment. Amounts are signed for the holder; days are seconds since 1970, in
 * Eastern time. Source: the OpenAPI description of Mastercard Open Banking US.
 */
export const mastercard: Provider = {
  name: 'mastercard',
  title: 'Mastercard Open Finance (Finicity)',
  payloads:
    'customer accounts and transactions, reports by institution, enrichment requests, statement reports (their PDFs)',
  route: null,
  detects: (root) => {
    const [row] = items(child(root, 'transactions'))
    const isRow = row !== undefined && ['customerId', 'externalAccountId'].some((name) => textAt(row, name) !== null) // prettier-ignore
    return isRow || (isListed(child(root, 'institutions')) && textAt(root, 'customerId') !== null)
  },
  read: (root, collector) => {
    const institutions = child(root, 'institutions')
    if (textAt(root, 'type') === 'statement') nameAsset(root, collector)
    else if (isListed(institutions)) readReport(institutions, collector)
    else readList(root, collector)
  },
}

/** A statement report with the PDF in it is unpacked; one that names an asset holds nothing. */
function nameAsset(root: Place, collector: Collector): void {
  const message = 'The report holds no PDF; fetch the statement of the asset and send that instead.'
  collector.problem(child(root, 'assetId'), 'missing_list', message)
}

function readReport(institutions: Place, collector: Collector): void {
  let lists = 0
  for (const institution of items(institutions)) {
    const accounts = child(institution, 'accounts')
    if (!collector.requireList(accounts, 'accounts')) continue
    for (const place of items(accounts)) {
      const id = readAccount(place, collector, textAt(institution, 'name'))
      const rows = child(place, 'transactions')
      if (id === null || !isListed(rows)) continue
      lists += 1
      for (const row of items(rows)) readRow(row, collector, id)
    }
  }
  if (lists === 0) {
    const place = { value: undefined, pointer: `${institutions.pointer}/0/accounts/0/transactions` }
    collector.requireList(place, 'transactions')
  }
}

function readList(root: Place, collector: Collector): void {
  const listed = [
    firstChild(root, ['accounts', 'customerAccounts']),
    child(root, 'customer', 'accounts'),
  ]
  for (const account of listed.flatMap(items))
    readAccount(account, collector, textAt(account, 'institutionName'))
  const rows = child(root, 'transactions')
  if (!collector.requireList(rows, 'transactions')) return
  for (const row of items(rows)) {
    const id = textAt(row, 'accountId', 'externalAccountId')
    if (id !== null) readRow(row, collector, id)
    else collector.problem(row, 'missing_account', 'The transaction has no accountId.')
  }
}

function readAccount(place: Place, collector: Collector, bank: string | null): string | null {
  const id = textAt(place, 'id')
  if (id === null) {
    collector.problem(place, 'missing_account', 'The account has no id.')
    return null
  }
  const holder = textAt(place, 'ownerName', 'accountNickname')
  collector.account({
    id,
    institutionName: bank,
    name: textAt(place, 'name'),
    number: textAt(place, 'realAccountNumberLast4', 'accountNumberDisplay', 'number'),
    type: accountType(textAt(place, 'type')),
    currency: readCurrency(child(place, 'currency')),
    holderNames: holder === null ? [] : [holder],
  })
  return id
}

function readRow(place: Place, collector: Collector, accountId: string): void {
  const type = textAt(place, 'accountType')
  const account = collector.account({
    id: accountId,
    currency: readCurrency(firstChild(place, ['currencySymbol', 'currency'])),
    ...(type === null ? {} : { type: accountType(type) }),
  })
  const { currency } = account
  const categorization = child(place, 'categorization')
  const note = textAt(place, 'memo')
  const description = textAt(place, 'description') ?? note ?? ''
  collector.row(place, {
    accountId,
    externalId: textAt(place, 'id', 'externalTransactionId'),
    date: readDate(
      firstChild(place, [
        'postedDate',
        'postedTimestamp',
        'transactionDate',
        'transactionTimestamp',
      ]),
      collector.options.timezone,
    ),
    amount: collector.cents(child(place, 'amount'), currency),
    currency,
    description,
    balance: readCents(child(place, 'runningBalanceAmount'), currency),
    merchantName: textAt(categorization, 'normalizedPayeeName') ?? textAt(place, 'normalizedPayee'),
    category: textAt(categorization, 'category') ?? textAt(place, 'category'),
    mccCode: textAt(child(place, 'inputMerchantInformation'), 'merchantCategoryCode'),
    checkNumber: textAt(place, 'checkNum'),
    type: textAt(place, 'type'),
    isPending: /pending/i.test(textAt(place, 'status') ?? ''),
  })
}
