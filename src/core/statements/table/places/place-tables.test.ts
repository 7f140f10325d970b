import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import type { Statement } from '../../statement.ts'
import { readTables } from '../read-tables.ts'

function only(block: string): Statement {
  const statements = readTables(print(block), { filename: 'a.pdf' }, null)
  assert.equal(statements.length, 1)
  return statements[0]!
}

function formatRows({ rows }: Statement): string[] {
  return rows.map(({ date, amount, balance, description }) =>
    [date, amount, balance ?? '-', description].join(' '),
  )
}

test('columns headed in unknown words are read where every balance follows from them', () => {
  const statement = only(`
    Statement period 01/03/2025 to 31/03/2025        EUR
    Qx          Zyx                   Vaa         Vbb         Vcc
                Zyxyx                                     1,000.00
    03/03/2025  Mill Street Shop      90.00                 910.00
    14/03/2025  Grain sold                     500.00     1,410.00
    20/03/2025  Rent                 400.00               1,010.00
    28/03/2025  Water                 10.00               1,000.00`)
  assert.deepEqual(formatRows(statement), [
    '2025-03-03 -9000 91000 Mill Street Shop',
    '2025-03-14 50000 141000 Grain sold',
    '2025-03-20 -40000 101000 Rent',
    '2025-03-28 -1000 100000 Water',
  ])
})

test('a day that ends the words of many rows is no column of days', () => {
  const statement = only(`
    Statement period 01/03/2025 to 31/03/2025        EUR
    Qx     Zyx                               Vaa         Vbb         Vcc
           Zyxyx                                                1,000.00
    03/03  Card Mill 4410 Value 01/03/2025   90.00                910.00
    14/03  Grain sold                                 500.00     1,410.00
    20/03  Card Rent 4410 Value 18/03/2025   400.00             1,010.00
    28/03  Card Wash 4410 Value 27/03/2025   10.00              1,000.00`)
  assert.deepEqual(
    statement.rows.map(({ description, postedOn }) => [description, postedOn]),
    [
      ['Card Mill 4410 Value 01/03/2025', null],
      ['Grain sold', null],
      ['Card Rent 4410 Value 18/03/2025', null],
      ['Card Wash 4410 Value 27/03/2025', null],
    ],
  )
})

const BLOCKS = `
    Statement period 01/03/2025 to 31/03/2025        GBP
    Started with 100.00     Finished with 145.00

    3 March 2025
    Mill Street Shop
    -20.00

    14 March 2025
    Grain sold
    at the market
    +75.00

    20 March 2025
    Water
    -10.00`

test('rows of three lines, day, words and amount, are rows where the sums agree', () => {
  assert.deepEqual(formatRows(only(BLOCKS)), [
    '2025-03-03 -2000 - Mill Street Shop',
    '2025-03-14 7500 - Grain sold at the market',
    '2025-03-20 -1000 - Water',
  ])
})

test('a day on a line of its own holds for the rows below it', () => {
  const statement = only(`
    Statement period 01/03/2025 to 31/03/2025        USD
    Balance on Mar 1      100.00     Balance on Mar 31     145.00

    Thu, Mar 20
    Water                                  -10.00
    Mill Street Shop                       -20.00

    Fri, Mar 14
    Grain sold                             +75.00`)
  assert.deepEqual(formatRows(statement), [
    '2025-03-20 -1000 - Water',
    '2025-03-20 -2000 - Mill Street Shop',
    '2025-03-14 7500 - Grain sold',
  ])
})

test('print further below a row than rows stand from each other is no part of it', () => {
  const foot = `${BLOCKS}

    The linked vault is stated separately.`
  assert.deepEqual(formatRows(only(foot)), formatRows(only(BLOCKS)))
})

test('blocks whose sums do not agree are no proven statement', () => {
  const statements = readTables(print(BLOCKS.replace('+75', '+74')), { filename: 'a.pdf' }, null)
  const proven = statements.filter(({ reconciliation }) => reconciliation.difference === 0)
  assert.deepEqual(proven, [])
})

test('the words of a cell stand above and below its amount, and beside the table is other print', () => {
  const statement = only(`
    Statement period 01/03/2025 to 31/03/2025        INR
    Opening balance                               1,000.00
    Dx          Zyx                  Vaa          Vbb
                PAID TO MILL
    03/03/2025                       90.00 DR       910.00 CR       Earn 3.10% on
                STREET SHOP
                                                                   every 5,000.00
    14/03/2025  GRAIN SOLD          500.00 CR     1,410.00 CR

                RENT OF THE                                        until 28/03/2025
    20/03/2025                      400.00 DR     1,010.00 CR
                WATER MILL

    28/03/2025  WATER                10.00 DR     1,000.00 CR
    Closing balance                               1,000.00`)
  assert.deepEqual(formatRows(statement), [
    '2025-03-03 -9000 91000 PAID TO MILL STREET SHOP',
    '2025-03-14 50000 141000 GRAIN SOLD',
    '2025-03-20 -40000 101000 RENT OF THE WATER MILL',
    '2025-03-28 -1000 100000 WATER',
  ])
})

test('with the balance once a day and the newest row first an amount among the words stays there', () => {
  const statement = only(`
    20/03/2025  Nimbus Host USD 15.00         -$22.00       $958.00
    20/03/2025  Mill Street Shop              -$20.00
    14/03/2025  Grain sold                    $500.00     $1,000.00
    10/03/2025  Rent                         -$400.00       $500.00
    03/03/2025  Water                         -$10.00       $900.00
    01/03/2025  Wages                         $110.00       $910.00`)
  assert.equal(statement.rows[0]!.description, 'Nimbus Host USD 15.00')
  assert.equal(statement.rows.length, 6)
})

const LEDGER = `
    Statement period 01/03/2025 to 31/03/2025        EUR
    Qx          Zyx                   Vaa         Vbb         Vcc
                Zyxyx                                     1,000.00
    03/03/2025  Mill Street Shop      90.00                 910.00
    14/03/2025  Grain sold                     500.00     1,410.00
    20/03/2025  Rent                 400.00               1,010.00
    28/03/2025  Water                 10.00               1,000.00`

test('a figure that is altered leaves no roles that explain the columns', () => {
  for (const [from, to] of [
    ['500.00', '508.00'],
    ['  910.00', '  918.00'],
    ['1,010.00', '1,018.00'],
    ['90.00 ', '98.00 '],
  ] as const) {
    const [statement] = readTables(print(LEDGER.replace(from, to)), { filename: 'a.pdf' }, null)
    const status = statement?.reconciliation.status ?? 'unreconciled'
    assert.match(status, /^un/, `${from} as ${to}`)
  }
})

test('words where a day stands elsewhere are a day that was not read, and no row of the day above', () => {
  const block = LEDGER.replace('20/03/2025', '2O/O3/2O25')
  const [statement] = readTables(print(block), { filename: 'a.pdf' }, null)
  const found = statement?.rows.some(({ description }) => description.includes('Rent')) ?? false
  assert.equal(found, false)
})

test('references under each other between words and figures are no words of rows', () => {
  const block = `
    Statement period 01/03/2025 to 31/03/2025        EUR
    Qx          Zyx                 Ref.       Vaa         Vbb         Vcc
                Zyxyx                                              1,000.00
    03/03/2025  Mill Street Shop    FT25062    90.00                 910.00
    14/03/2025  Grain sold          TT25073               500.00   1,410.00
    20/03/2025  Rent                FT25079   400.00               1,010.00
    28/03/2025  Water               CH25087    10.00               1,000.00`
  assert.deepEqual(
    only(block).rows.map(({ description }) => description),
    ['Mill Street Shop', 'Grain sold', 'Rent', 'Water'],
  )
})

test('a title above the day of the first row is none of its words', () => {
  const statement = only(`
    Spending account ••••6650
    April 1 – April 30, 2026
    Starting balance   $287.13   Money in   +$10.86   Money out   −$144.40   Ending balance   $153.59

    Activity of the month
    Thursday, April 30
    Interest earned                               +$0.87

    Wednesday, April 22
    ATM withdrawal · 801 SE Hawthorne            −$80.00

    Out-of-network ATM fee                        −$3.00

    Cascade Gas & Go #77                         −$61.40

    Saturday, April 18
    Vinylbox Monthly · refund                     +$9.99`)
  assert.deepEqual(formatRows(statement).slice(0, 2), [
    '2026-04-30 87 - Interest earned',
    '2026-04-22 -8000 - ATM withdrawal · 801 SE Hawthorne',
  ])
})

test('references under a head of theirs are no words, though some rows have none', () => {
  const statement = only(`
    Statement period 01/03/2025 to 31/03/2025        EUR
    Qx          Zyx                Reference      Vaa         Vbb
    Qxx         Description        Zzy            Amount      Vcc
    01/03/2025  Opening                                     1,000.00
    03/03/2025  Mill Street Shop   0031188204     -90.00      910.00
    14/03/2025  Grain sold                        500.00    1,410.00
    20/03/2025  Rent               0045510027    -400.00    1,010.00
    28/03/2025  Water              ******1174     -10.00    1,000.00
    29/03/2025  Wages              0091117740    -100.00      900.00`)
  assert.deepEqual(
    statement.rows.map(({ description }) => description),
    ['Mill Street Shop', 'Grain sold', 'Rent', 'Water', 'Wages'],
  )
})
