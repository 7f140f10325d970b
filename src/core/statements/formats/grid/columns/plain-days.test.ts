import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadingHints } from '../../../statement.ts'
import { readCsv } from '../../csv.ts'
import type { TabularReading } from '../../tabular.ts'

const HINTS: ReadingHints = { filename: 'export.csv' }

function csv(...lines: string[]): TabularReading {
  return readCsv(new TextEncoder().encode(lines.join('\n')), HINTS)
}

function rows({ statements }: TabularReading): string[] {
  return statements.flatMap((each) => each.rows.map(({ date, description }) => `${date} ${description}`)) // prettier-ignore
}

function codes({ problems }: TabularReading): string[] {
  return problems.map(({ code }) => code)
}

test('days of bare digits are dated in the one order that makes days of all', () => {
  const read = csv('Date,Description,Amount', '120225,RENT,-10.00', '011426,SALE,5.00')
  assert.deepEqual(rows(read), ['2025-12-02 RENT', '2026-01-14 SALE'])
  const long = csv('Date,Description,Amount', '02122025,RENT,-10.00', '14012026,SALE,5.00')
  assert.deepEqual(rows(long), ['2025-12-02 RENT', '2026-01-14 SALE'])
})

test('a day of bare digits that lost its zero to a sheet is dated', () => {
  const read = csv('Date,Description,Amount', '123125,RENT,-10.00', '10226,SALE,5.00')
  assert.deepEqual(rows(read), ['2025-12-31 RENT', '2026-01-02 SALE'])
})

test('days of bare digits that two orders read stop a person', () => {
  const read = csv('Date,Description,Amount', '010226,RENT,-10.00', '030426,SALE,5.00')
  assert.ok(codes(read).includes('ambiguous_dates'))
})

test('a day without a year has the year of the period above the rows', () => {
  const above = ['Periodo:,DEL 01 AL 31 DE ENERO DE 2026', '']
  const read = csv(...above, 'FECHA,CONCEPTO,IMPORTE,SALDO', '01 ENE,RENTA,-10.00,90.00', '02 ENE,VENTA,5.00,95.00') // prettier-ignore
  assert.deepEqual(rows(read), ['2026-01-01 RENTA', '2026-01-02 VENTA'])
  const [statement] = read.statements
  assert.deepEqual([statement!.startDate, statement!.endDate], ['2026-01-01', '2026-01-31'])
})

test('days without a year over New Year take each its own year of the period', () => {
  const head = ['Period,12/15/2025 - 01/14/2026', 'Date,Description,Amount']
  const read = csv(...head, 'Dec 30,RENT,-10.00', 'Jan 02,SALE,5.00')
  assert.deepEqual(rows(read), ['2025-12-30 RENT', '2026-01-02 SALE'])
})

test('days without a year that go over New Year under one year alone are not dated', () => {
  const head = ['Statement of 2026', 'Date,Description,Amount']
  assert.equal(csv(...head, 'Dec 30,RENT,-10.00', 'Jan 02,SALE,5.00').failure?.code, 'no_transactions') // prettier-ignore
})

const HEAD = 'Date,Description,Amount,Balance'

test('a line of words alone under the words of a row goes on with them', () => {
  const read = csv(HEAD, '2026-03-02,TRANSFER TO,-10.00,90.00', ',HARBOR LTD,,', ',INV 282,,', '2026-03-03,SALE,5.00,95.00') // prettier-ignore
  assert.deepEqual(rows(read), ['2026-03-02 TRANSFER TO HARBOR LTD INV 282', '2026-03-03 SALE'])
})

test('a note apart from the rows, or in the first column, is no part of a row', () => {
  const read = csv(HEAD, '2026-03-02,SALE,5.00,95.00', 'A note,,,', '', ',Another note,,')
  assert.deepEqual(rows(read), ['2026-03-02 SALE'])
})

test('a sheet that shows signs where its amounts were wider than a column is refused', () => {
  const read = csv(HEAD, '2026-03-02,SALE,########,########', '2026-03-03,RENT,########,########')
  assert.equal(read.failure?.code, 'no_transactions')
  assert.match(read.failure!.message, /#{8}/)
})

test('the days of the rows of both balances are the period where none is printed', () => {
  const period = (opening: string, closing: string): (string | null)[] => {
    const lines = [`${opening},Opening balance,,90.00`, '2026-03-05,SALE,5.00,95.00', `${closing},Closing balance,,95.00`] // prettier-ignore
    const [statement] = csv(HEAD, ...lines).statements
    return [statement!.startDate, statement!.endDate]
  }
  assert.deepEqual(period('2026-03-01', '2026-03-31'), ['2026-03-01', '2026-03-31'])
  // The balance of the end of one month opens the next.
  assert.deepEqual(period('2026-02-28', '2026-03-31'), ['2026-03-01', '2026-03-31'])
})

test('counted sums behind the rows of a printed list are checks', () => {
  const lines = [
    'POST     DESCRIPTION               AMOUNT         LEDGER',
    '120225   DEBIT CARD ACME            97.12-       902.88 ',
    '121425   DEPOSIT                   100.00      1,002.88 ',
    'LIST OF ITEMS      LLANO BANK                   PAGE 2',
    'POST     DESCRIPTION               AMOUNT         LEDGER',
    '121525   DEPOSIT                     1.00      1,003.88 ',
    'ENDING LEDGER      1,003.88 ',
    '2 CREDITS 101.00    1 DEBITS 97.12-',
  ]
  const read = csv(...lines)
  const [statement] = read.statements
  assert.deepEqual(rows(read), ['2025-12-02 DEBIT CARD ACME', '2025-12-14 DEPOSIT', '2025-12-15 DEPOSIT']) // prettier-ignore
  assert.deepEqual([statement!.printedTotals.credits, statement!.printedTotals.debits], [10_100, 9_712]) // prettier-ignore
  assert.ok(!codes(read).includes('invalid_row'))
})
