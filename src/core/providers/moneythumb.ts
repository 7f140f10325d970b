import { accountType, type Collector } from './collect.ts'
import { child, firstChild, items, readText, textAt, type Place } from './payload/place.ts'
import { readCents, readCurrency, readDate } from './payload/values.ts'
import type { Provider } from './provider.ts'

/** From this score of 1,000 on, MoneyThumb holds a document for altered. */
const HIGH_FROM = 600
const MEDIUM_FROM = 300

/**
 * MoneyThumb PDF Insights: results by file, each one statement with its rows. `trueval` is the
 * amount signed for the holder. Source: the documentation of PDF Insights.
 */
export const moneythumb: Provider = {
  name: 'moneythumb',
  title: 'MoneyThumb PDF Insights',
  payloads: 'results with their transactions',
  route: null,
  detects: (root) => {
    const [first] = items(child(root, 'results'))
    const [row] = first ? items(child(first, 'transactions')) : []
    return row !== undefined && textAt(row, 'trueval') !== null
  },
  read: (root, collector) => {
    const results = child(root, 'results')
    if (collector.requireList(results, 'results'))
      for (const result of items(results)) readResult(result, collector)
  },
}

function readResult(result: Place, collector: Collector): void {
  const bank = textAt(result, 'bankName')
  const number = textAt(result, 'accountNumber')
  const title = textAt(result, 'accounttitle')
  const company = textAt(result, 'company')
  const { id, currency } = collector.account({
    id: [bank, number].filter(Boolean).join('|') || result.pointer,
    institutionName: bank,
    name: title,
    number,
    type: accountType(textAt(result, 'accounttype', 'accountType'), title),
    currency: readCurrency(child(result, 'currencycode')),
    holderNames: company === null ? [] : [company],
  })
  const rows = child(result, 'transactions')
  if (!collector.requireList(rows, 'transactions')) return
  for (const row of items(rows)) readRow(row, collector, { accountId: id, currency })
  readPeriod(result, collector, { accountId: id, currency })
  const score = Number(textAt(result, 'fraudscore') ?? 0)
  if (score >= MEDIUM_FROM) addScore(result, collector, score)
}

interface Owner {
  accountId: string
  currency: string
}

function readRow(row: Place, collector: Collector, { accountId, currency }: Owner): void {
  const [tag] = items(child(row, 'tags'))
  collector.row(row, {
    accountId,
    externalId: textAt(row, 'id', 'fitid'),
    date: readDate(child(row, 'date')),
    amount: collector.cents(firstChild(row, ['trueval', 'amount']), currency),
    currency,
    description: textAt(row, 'description', 'memo') ?? '',
    balance: readCents(child(row, 'balance'), currency),
    category: tag ? (textAt(tag, 'tagName') ?? readText(tag)) : null,
    checkNumber: textAt(row, 'checknumber'),
  })
}

function readPeriod(result: Place, collector: Collector, { accountId, currency }: Owner): void {
  const [startDate, endDate] = ['startDate', 'endDate'].map((name) => readDate(child(result, name)))
  if (startDate == null || endDate == null) return
  collector.statement(result, {
    accountId,
    startDate,
    endDate,
    openingBalance: readCents(child(result, 'startBalance'), currency),
    closingBalance: readCents(child(result, 'endBalance'), currency),
    dailyBalances: [],
  })
}

function addScore(result: Place, collector: Collector, score: number): void {
  const reasons = items(child(result, 'tpreasons')).flatMap((each) => readText(each) ?? [])
  collector.imported.signals.push({
    code: 'fraud_score',
    severity: score >= HIGH_FROM ? 'high' : 'medium',
    title: `Fraud score ${score} of 1,000`,
    explanation: reasons.join('; ') || `MoneyThumb scores the document ${score} of 1,000.`,
    page: null,
  })
}
