import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { toCents } from '../../values/money.ts'
import { exampleInput, examplePeriod } from '../example.test.ts'
import { computeRevenue } from '../figures/revenue-figures.ts'
import { computeBalanceFigures } from '../figures/balance-figures.ts'
import { windowNamed } from '../metric/gate.ts'
import { buildLedger } from '../ledger.ts'

const ROOT = new URL('../../../../', import.meta.url)
const BOOK = new URL('../shared/samples/providers/ocrolus/', ROOT)

/** A file of the public sample book of another service; null where it is not at hand. */
function read(name: string): any {
  const url = new URL(name, BOOK)
  return existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : null
}

/** `04/16/2021` → `2021-04-16`. */
function toIsoDate(text: string): string {
  const [month, day, year] = text.split('/')
  return `${year}-${month}-${day}`
}

test('the sample book’s periods are covered without a gap, at the balances it prints', (context) => {
  const book = read('book_info.json')
  if (book === null) return context.skip('the sample book is not at hand')
  for (const account of Object.values<any>(book.response.bank_accounts)) {
    const periods = account.periods.map((each: any) =>
      examplePeriod(toIsoDate(each.begin_date), toIsoDate(each.end_date), {
        openingBalance: toCents(Number(each.begin_balance)),
        closingBalance: toCents(Number(each.end_balance)),
      }),
    )
    const ledger = buildLedger(exampleInput([], periods))
    const { coverage } = ledger.accounts[0]!
    const [{ start, end }] = account.activity_info.active
    const toDayNumber = ({ year, month, day }: any): number =>
      Date.UTC(year, month - 1, day) / 86_400_000
    assert.deepEqual([ledger.firstDay, ledger.lastDay], [toDayNumber(start), toDayNumber(end)])
    assert.equal(coverage.gaps.length, account.activity_info.missing.length)
    const { average, minimum, maximum, dayCount } = computeBalanceFigures(
      ledger,
      windowNamed(ledger, 'all'),
    )
    const printed = toCents(Number(account.periods[0].begin_balance))
    assert.deepEqual([average, minimum, maximum, dayCount], [printed, printed, printed, 30])
  }
})

test('the sample book’s rows add up to what its own marks say of them', (context) => {
  const page = read('enriched_txns.json')
  if (page === null) return context.skip('the sample book is not at hand')
  const theirs = (mark: string): number =>
    page.enriched_transactions
      .filter((row: any) => row[mark])
      .reduce((sum: number, { amount }: any) => sum + toCents(amount)!, 0)
  const rows = page.enriched_transactions.map((row: any) => ({
    date: row.txn_date,
    amount: toCents(row.amount)!,
    slug: row.revenue ? 'revenue.cash_deposit' : 'expenses.office_supplies',
  }))
  const ledger = buildLedger(exampleInput(rows))
  const { totalDeposits, grossRevenue } = computeRevenue(ledger, windowNamed(ledger, 'all'))
  assert.equal(totalDeposits, theirs('deposits'))
  assert.equal(grossRevenue, theirs('revenue'))
})
