import type { PlainDate } from '../values/dates.ts'
import type { Cents } from '../values/money.ts'
import { accountType, type Collector } from './collect.ts'
import { child, flagAt, isListed, items, readText, textAt, type Place } from './payload/place.ts'
import { readCents, readDate } from './payload/values.ts'
import type { Provider } from './provider.ts'

/**
 * Ocrolus: the analytics of a book (v1), enriched transactions (v2), and the description of a book.
 * Amounts are numbers or texts signed for the holder, days have the month first. The periods of an
 * account are its statements. Source: Ocrolus API reference, Book summary and Enriched
 * transactions.
 */
export const ocrolus: Provider = {
  name: 'ocrolus',
  title: 'Ocrolus',
  payloads: '/v1/book/summary, /v1/transaction, /v2/book/{uuid}/enriched_txns',
  route: 'provider-c',
  detects: (root) => {
    const [row] = items(child(root, 'enriched_transactions'))
    if (row !== undefined) return textAt(row, 'txn_pk') !== null
    const response = child(root, 'response')
    return (
      isListed(child(response, 'txns')) ||
      isListed(child(response, 'bank_accounts')) ||
      (textAt(root, 'book_uuid') !== null && isListed(child(root, 'doc_analysis')))
    )
  },
  read: (root, collector) => {
    const enriched = child(root, 'enriched_transactions')
    if (isListed(enriched)) return readEnriched(enriched, collector)
    const response = child(root, 'response')
    const hasResponse = isListed(response)
    readBook(hasResponse ? response : root, collector)
  },
}

function readEnriched(list: Place, collector: Collector): void {
  for (const row of items(list)) readRow(row, collector)
}

function readBook(book: Place, collector: Collector): void {
  const accounts = child(book, 'bank_accounts')
  const rows = child(book, 'txns')
  for (const account of items(accounts)) readAccount(account, collector)
  if (!collector.requireList(rows, 'transactions')) {
    collector.imported.statements.length = 0
    return
  }
  for (const row of items(rows)) readRow(row, collector)
}

function readAccount(place: Place, collector: Collector): void {
  const id = textAt(place, 'pk', 'id')
  if (id === null) {
    collector.problem(place, 'missing_account', 'The account has no pk.')
    return
  }
  const holder = textAt(place, 'account_holder')
  const { currency } = collector.account({
    id,
    institutionName: textAt(place, 'bank_name'),
    name: textAt(place, 'name'),
    number: textAt(place, 'account_number'),
    type: accountType(textAt(place, 'account_type'), textAt(place, 'name')),
    holderNames: holder === null ? [] : [holder],
  })
  const days = readDays(child(place, 'daily_balances'), collector, currency)
  for (const period of items(child(place, 'periods'))) {
    const [startDate, endDate] = ['begin_date', 'end_date'].map((name) => readDate(child(period, name))) // prettier-ignore
    if (startDate == null || endDate == null) {
      collector.problem(period, 'invalid_period', 'The period lacks a day.')
      continue
    }
    collector.statement(period, {
      accountId: id,
      startDate,
      endDate,
      openingBalance: readCents(child(period, 'begin_balance'), currency),
      closingBalance: readCents(child(period, 'end_balance'), currency),
      dailyBalances: days.filter(({ date }) => startDate <= date && date <= endDate),
    })
  }
}

/** Balances by day, or by account and day, or a list of days. */
function readDays(
  place: Place,
  collector: Collector,
  currency: string,
): { date: PlainDate; balance: Cents }[] {
  const isList = Array.isArray(place.value)
  return items(place).flatMap((each) => {
    const name = each.pointer.slice(place.pointer.length + 1).replaceAll('~1', '/')
    const written = isList ? child(each, 'date') : { value: name, pointer: each.pointer }
    const date = readDate(written)
    const amount = readText(each) === null ? child(each, 'balance') : each
    const balance = readCents(amount, currency)
    if (date !== null && balance !== null) return [{ date, balance }]
    collector.problem(each, 'ignored', 'The balance has no day or no exact amount.')
    return []
  })
}

/** Tags that name a category, the narrower first; the others are facts of the payment. */
const TAGS = [
  'fintech_mca', 'fintech_loan', 'sba', 'bank_cash_advance', 'factoring', 'equipment_lease',
  'debt_consolidator', 'credit_builder', 'bank_loan', 'other_loan', 'overdraft', 'nsf',
  'returned_item', 'reversed', 'payroll_tax', 'federal_tax', 'state_tax', 'payroll', 'insurance',
  'benefits', 'gambling', 'crypto', 'investment', 'merchant_service', 'merchant_service_transfer',
  'internal_transfer', 'other_transfer', 'wire_transfer', 'venmo_zelle_cashapp', 'paypal',
  'credit_card', 'card_rewards', 'tolls', 'truck_stop', 'rideshare', 'atm', 'bank_branch', 'remote',
  'checks', 'debit_card', 'revenue_deduction_other', 'revenue', 'expense',
] // prettier-ignore

function readTag(place: Place): string | null {
  const listed = child(place, 'tags')
  const named = items(listed).flatMap((tag) => readText(tag) ?? textAt(tag, 'name') ?? [])
  return TAGS.find((tag) => named.includes(tag) || flagAt(place, tag)) ?? null
}

function readRow(place: Place, collector: Collector): void {
  const accountId = textAt(place, 'bank_account_pk')
  if (accountId === null) {
    collector.problem(place, 'missing_account', 'The transaction has no bank_account_pk.')
    return
  }
  const { currency } = collector.account({ id: accountId })
  const page = Number(textAt(place, 'page_idx') ?? Number.NaN)
  collector.row(place, {
    accountId,
    externalId: textAt(place, 'pk', 'txn_pk'),
    date: readDate(child(place, 'txn_date')),
    amount: collector.cents(child(place, 'amount'), currency),
    currency,
    description: textAt(place, 'description') ?? '',
    merchantName: textAt(place, 'counterparty'),
    category: readTag(place),
    page: Number.isInteger(page) && page >= 0 ? page + 1 : null,
    box: readBox(child(place, 'bbox')),
  })
}

/** Four numbers; an empty list is none. */
function readBox(place: Place): number[] | null {
  const numbers = items(place).map((each) => Number(readText(each) ?? Number.NaN))
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers : null
}
