import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Statement } from '../statement.ts'
import { print } from '../../../../test/print-block.ts'
import { readTables } from './read-tables.ts'

function only(block: string): Statement {
  const statements = readTables(print(block), { filename: 'a.pdf' }, null)
  assert.equal(statements.length, 1)
  return statements[0]!
}

function formatRows({ rows }: Statement): string[] {
  return rows.map(({ amount, description }) => `${amount} ${description}`)
}

function isOpen({ doubts = [], reconciliation }: Statement): boolean {
  return doubts.length > 0 || reconciliation.status.startsWith('un')
}

test('a panel beside the table is no part of its rows', () => {
  const statement = only(`
    Card statement period 01/12/2026 to 02/11/2026
    Date      Details                     Amount             Account overview
    01/14     Bicycle shop                429.00             Opening balance      $200.00
    01/15     Donut depot                   8.50             Payments & credits   $600.00 CR
    01/17     Payment thank you           600.00 CR          Purchases            $468.14
    01/19     Code harbor                  29.30             Closing balance      $68.14
                                                             Minimum payment      $0.00
    01/22     Hardware                      1.34             Due date             03/07/2026
                                                             Credit limit         $8,000.00
                                                             Points earned        1,094`)
  assert.deepEqual(formatRows(statement), [
    '-42900 Bicycle shop',
    '-850 Donut depot',
    '60000 Payment thank you',
    '-2930 Code harbor',
    '-134 Hardware',
  ])
})

const CARDS = `
    Card statement period 03/01/2026 to 03/31/2026
    Previous balance      $200.00
    Payments             -$200.00
    Purchases            +$115.00
    New balance           $115.00
    Transaction date   Description                     Amount
    03/05              Payment by ACH - thank you     -200.00
    A STENSRUD CARD ENDING IN 5518
    03/06              Truck wash                       40.00
    03/07              Diesel                           25.00
                       Activity of the cycle (card 5518) $65.00
    M CORRIGAN CARD ENDING IN 5526
    03/08              Tires                            30.00
    03/09              Toll road                        20.00
                       Activity of the cycle (card 5526) $50.00`

test('a line that ends in the sum of the rows above it belongs to none, whatever its words', () => {
  const statement = only(CARDS)
  assert.equal(isOpen(statement), false)
  assert.deepEqual(
    statement.rows.map(({ description }) => description),
    ['Payment by ACH - thank you', 'Truck wash', 'Diesel', 'Tires', 'Toll road'],
  )
})

test('a summary that leads from balance to balance by its own figures contradicts no rows', () => {
  const failed = (block: string): number =>
    only(block).reconciliation.checks.filter(({ passed }) => !passed).length
  assert.equal(failed(CARDS), 0)
  assert.notEqual(failed(CARDS.replace('+$115.00', '+$118.00')), 0)
})

test('the name and card behind a title are no part of it', () => {
  const { rows } = only(`
    Credit card statement of 02/14/2026 to 03/13/2026
    Previous balance   $100.00
    New balance         $60.00
    Trans date   Description                     Amount
    Payments and other credits
    03/02        Autopay received              -$100.00
    Purchases — HANNAH Q VOSSLER #7306
    02/14        Books                           $45.00
    02/15        Sushi                           $15.00`)
  assert.deepEqual(
    rows.map(({ amount }) => amount),
    [10000, -4500, -1500],
  )
})

test('words of a row that are a title elsewhere stay with the row', () => {
  const { rows } = only(`
    Statement period 02/14/2026 to 03/13/2026
    Opening balance   $100.00
    Closing balance    $60.00
    Date         Details                        Amount
    02/15        Sushi                         -$15.00
    02/16        Interest charged on           -$25.00
                 Purchases`)
  assert.equal(rows.at(-1)?.description, 'Interest charged on Purchases')
})

test('days over words and amounts are rows where there are several of them, without any table', () => {
  const block = (rows: string): string => `
    Starting balance   Came in   Went out   Ending balance
    $ 500.00           $ 145.00  $ 58.00    $ 587.00
    ${rows}
    Statement of 06/30/2026`
  const three = `06/01/2026 - Deposit
      Counter | $ 145.00
    06/03/2026 - Withdrawal
      Hardware | $ 50.00
    06/04/2026 - Fee
      Machine | $ 8.00`
  assert.deepEqual(
    only(block(three)).rows.map(({ amount }) => amount),
    [14500, -5000, -800],
  )
})

test('a balance carried over that the next page takes up is no closing balance', () => {
  const statement = only(`
    Période du 1er mars 2026 au 31 mars 2026
    Date       Description            Retrait     Dépôt      Solde
               Solde reporté                               2310,65
    1 MAR      Virement                 77,75              2232,90
               Solde à reporter                            2232,90
---
    Date       Description            Retrait     Dépôt      Solde
               Solde reporté                               2232,90
    2 MAR      Dépôt direct                     1052,76    3285,66
    Total des retraits 77,75 Total des dépôts 1 052,76`)
  assert.equal(statement.closingBalance, 328566)
})

test('figures under each other in the words of rows are a column that was not read', () => {
  const { doubts } = only(`
    Statement period 03/01/2026 to 03/31/2026
    Opening balance   100.00
    Closing balance   142.00
    Posted      Description            Debits     Credits      Zyx
    03/01/2026  Cash deposit                       10.00    110.00
    03/02/2026  Cash deposit                       12.00    122.00
    03/03/2026  Cash deposit                       20.00    142.00`)
  assert.deepEqual(
    doubts?.map(({ code }) => code),
    ['words_uncertain'],
  )
})

test('lines under the last row of a page alone, where no other row has any, stop a person', () => {
  const { doubts } = only(`
    Statement period 03/01/2026 to 03/31/2026
    Opening balance   100.00
    Closing balance   162.00
    Date        Description            Amount
    03/01/2026  Cash deposit            10.00
    03/02/2026  Cash deposit            12.00
    03/03/2026  Cash deposit            20.00
    03/04/2026  Cash deposit            10.00
    03/05/2026  Cash deposit            10.00
                Branch hours are posted at the door`)
  assert.deepEqual(
    doubts?.map(({ code }) => code),
    ['words_uncertain'],
  )
})

test('print left of the days of rows is none of their words', () => {
  const statement = only(`
                    Statement period 03/01/2026 to 03/31/2026
                    Opening balance   100.00
                    Closing balance   162.00
    Lobby hours     Date        Description            Amount    Balance
    CD special      03/01/2026  Cash deposit            10.00     110.00
    earns more      03/02/2026  Cash deposit            12.00     122.00
    13 months       03/03/2026  Card sales              20.00     142.00
                    03/04/2026  Card sales              20.00     162.00`)
  const isClean = formatRows(statement).every((row) => !/special|more|months/.test(row))
  assert.ok(isClean || isOpen(statement), formatRows(statement).join())
})

test('where only carries are labelled the balances of the rows open and close', () => {
  const { openingBalance, closingBalance } = only(`
    Statement period 03/01/2026 to 03/31/2026
    Date        Description            Debit    Credit     Balance
    03/01/2026  Cash deposit                     10.00      110.00
    03/02/2026  Power                  12.00                 98.00
                Carried forward                              98.00
---
    Date        Description            Debit    Credit     Balance
                Brought forward                              98.00
    03/03/2026  Cash deposit                     20.00      118.00`)
  assert.deepEqual([openingBalance, closingBalance], [null, null])
})

test('a balance with a day behind it is the balance of that day, above its figure too', () => {
  const { openingBalance, closingBalance } = only(`
    Balance Mar 1    Money in    Money out    Balance Mar 31
    $100.00          $30.00      $12.00       $118.00
    Date           Description         Amount
    Mar 1, 2026    Cash deposit        +10.00
    Mar 2, 2026    Power               -12.00
    Mar 3, 2026    Cash deposit        +20.00`)
  assert.deepEqual([openingBalance, closingBalance], [10000, 11800])
})

test('a time of day under the date of a row is none of its words, a code before them neither', () => {
  const { rows, doubts } = only(`
    Statement period 03/01/2026 to 03/31/2026
    Opening balance   100.00
    Closing balance   118.00
    Date        Receipt no    Details               Amount
    03/01/2026  TBKTCH1RL8    Received from AMINA    10.00
    07:03:17                  ODHIAMBO
    03/02/2026  TBCZ9FYHZ4    Airtime               -12.00
    10:11:38
    03/03/2026  TBP1NB0XA3    Received from BARAKA   20.00
    18:12:40                  KIPTOO`)
  assert.deepEqual(
    rows.map(({ description }) => description),
    ['Received from AMINA ODHIAMBO', 'Airtime', 'Received from BARAKA KIPTOO'],
  )
  assert.equal(doubts, undefined)
})

test('a small amount under a wide head belongs to the column whose figures end where it does', () => {
  const { rows } = only(`
    Statement period 01/03/2026 to 31/03/2026
    Date        Narration        Withdrawal amount        Deposit amount
    01/03/2026  Rent                           58,948.65
    02/03/2026  Supplies                       84,067.77
    03/03/2026  Takings                                       247,993.35
    04/03/2026  Power                          12,166.23
    05/03/2026  Charge                              7.98`)
  assert.equal(rows.at(-1)!.amount, -798)
})

test('a foreign amount with its rate under the last row of a page belongs to it', () => {
  const block = (rate: string): string => `
    Statement period 03/01/2026 to 03/31/2026
    Opening balance   100.00
    Closing balance   162.00
    Date        Description            Amount
    03/01/2026  Cash deposit            10.00
    03/02/2026  Cash deposit            12.00
    03/03/2026  Cash deposit            20.00
    03/04/2026  Cash deposit            10.00
    03/05/2026  Cash deposit            10.00
                8.62 EUR @ ${rate}`
  assert.equal(only(block('1.159593')).doubts, undefined)
  assert.equal(only(block('1.259593')).doubts?.length, 1)
})

test('a row may begin with a code that elsewhere says that the page is turned', () => {
  const statement = only(`
    Statement period 03/01/2026 to 03/31/2026
    Date        Type      Details                       Paid out     Paid in     Balance
    03/01/2026            Balance brought forward                                 312.07
    03/02/2026  DD        Northumbria energy               45.99
                CD 5518   The opening balance cafe         12.50                  253.58
                          Durham
    03/03/2026  CR        Ashworth                                    2,100.00  2,353.58
    03/31/2026            Balance carried forward                               2,353.58`)
  assert.deepEqual(formatRows(statement), [
    '-4599 Northumbria energy',
    '-1250 The opening balance cafe Durham',
    '210000 Ashworth',
  ])
})

test('a heading among rows whose further lines stand nearer is no words of a row', () => {
  const lines = print(`
    Card statement period 12/15/2025 to 01/14/2026
    Previous balance                                       200.00
    New balance                                            158.00
    Minimum payment due 25.00
    Payment due date 02/08/2026
    Date      Description                                  Amount

    Payments and credits

    12/29     Payment received - thank you                 100.00 CR

    Card ending 3086 - Mr D Ashworth

    12/30     Tool hire                                     10.00

    12/31     Hotel                                         20.00
              82.00 euro @ 1.14 rate

    01/02     Railway                                       18.00

    Additional card ending 3094 - Mrs P Ashworth

    01/05     Autos                                          6.00

    01/06     Farrow                                         4.00`)
  const [statement] = readTables(lines, { filename: 'a.pdf' }, null)
  assert.deepEqual(formatRows(statement!), [
    '10000 Payment received - thank you',
    '-1000 Tool hire',
    '-2000 Hotel',
    '-1800 Railway',
    '-600 Autos',
    '-400 Farrow',
  ])
})

test('a day behind the amounts, a net amount and the lines of kinds are no words of rows', () => {
  const statement = only(`
    Statement period 11/01/2025 to 11/30/2025
    Beginning balance   $412.10
    Ending balance   $1,523.95
    TRANSACTION DATE   DESCRIPTION       TYPE          AMOUNT      NET AMOUNT    SETTLEMENT DATE
    11/28/2025         BLUE DOOR         Purchase      -$14.20        -$14.20    11/30/2025
                       CAFE RENO
    11/20/2025         TARGET 1122       Purchase      -$73.95        -$73.95    11/21/2025
    11/14/2025         ACME PAYROLL      Direct     $1,200.00      $1,200.00    11/14/2025
                                         Deposit`)
  assert.deepEqual(formatRows(statement), [
    '-1420 BLUE DOOR CAFE RENO',
    '-7395 TARGET 1122',
    '120000 ACME PAYROLL',
  ])
})

test('the day of an opening balance holds for the rows below it, under heads with a sign of money', () => {
  const statement = only(`
    Statement 3 November 2025 to 28 November 2025
    Date     Description                                   Money out £  Money in £  Balance £
    3 Nov    Start Balance                                                          1,000.00
             Direct Debit to Thames Water                        38.40
             Card Payment to Tesco Stores                       100.00                861.60
    14 Nov   Direct Credit From Orla Whitcombe                            640.00    1,501.60
    28 Nov   Balance carried forward                                                1,501.60`)
  assert.deepEqual(formatRows(statement), [
    '-3840 Direct Debit to Thames Water',
    '-10000 Card Payment to Tesco Stores',
    '64000 Direct Credit From Orla Whitcombe',
  ])
  assert.equal(isOpen(statement), false)
})

test('money in another currency and its rate below a row are none of its words', () => {
  const statement = only(`
    Statement period 10/29/2025 to 11/28/2025
    Previous balance                           0.00
    Purchases                                +74.40
    New balance                               74.40
    Date      Description                     Amount
    11/02     CAFE LUNE PARIS                  38.20
              35.20 EUR@
              1.0852
    11/09     HOTEL SOHO LONDON                36.20
              27.50 Pounds Sterling`)
  assert.deepEqual(formatRows(statement), ['-3820 CAFE LUNE PARIS', '-3620 HOTEL SOHO LONDON'])
})
