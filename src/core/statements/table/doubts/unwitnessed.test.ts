import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import { readTables } from '../read-tables.ts'

/** The codes of what is open in the only statement of a block of print. */
function doubts(block: string): string[] {
  const statements = readTables(print(block), { filename: 'a.pdf' }, null)
  return statements.flatMap((statement) => (statement.doubts ?? []).map(({ code }) => code))
}

test('an amount that ends equal words of several rows is no column that was not read', () => {
  const block = `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           392.00
    Date      Description                             Amount
    03/03     NSF FEE FOR RETURNED ITEM $389.00       -36.00
    03/04     NSF FEE FOR RETURNED ITEM $389.00       -36.00
    03/05     NSF FEE FOR RETURNED ITEM $389.00       -36.00`
  assert.deepEqual(doubts(block), [])
  assert.deepEqual(doubts(block.replaceAll('ITEM $', 'ITEM   $')), ['words_uncertain'])
})

test('a row at the end of a page with fewer lines than all others may go on over it', () => {
  const row = (day: string, second: string): string => `
    ${day}     Card purchase                  -10.00
              Fuel stop ${second}`
  const head = `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           440.00
    Date      Description                    Amount`
  const days = ['03/03', '03/04', '03/05', '03/06', '03/07', '03/08']
  const page = (from: number): string =>
    days
      .slice(from, from + 3)
      .map((day) => row(day, 'North'))
      .join('')
  const whole = `${head}${page(0)}\n---${head.split('\n').at(-1)}${page(3)}`
  assert.deepEqual(doubts(whole), [])
  const cut = `${head}${page(0).replace(/\n[^\n]+$/, '')}\n---\n${head.split('\n').at(-1)}${page(3)}`
  assert.deepEqual(doubts(cut), ['words_uncertain'])
})

test('words that run on into a column of codes are not silently left out', () => {
  const block = `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           480.00
    Date      Description             Reference           Amount
    03/03     Fuel stop               Z5114881            -10.00
    03/04     Rent of the hall in Westfield               -10.00`
  const found = doubts(block)
  assert.ok(found.length === 0 || found.includes('words_uncertain'), found.join())
})

test('days that no country writes in one order only are open with day and month exchanged', () => {
  const block = (currency: string): string => `
    Statement period 03/04/2025 to 05/04/2025        ${currency}
    Beginning balance                        500.00
    Ending balance                           480.00
    Date        Description                  Amount
    03/04/2025  Fuel stop                    -10.00
    04/04/2025  Office rent                  -10.00`
  assert.deepEqual(doubts(block('Account currency CAD')), ['ambiguous_dates'])
  assert.deepEqual(doubts(block('Account currency GBP')), [])
  assert.deepEqual(doubts(block('Account currency EUR')), ['ambiguous_dates'])
  assert.deepEqual(doubts(block('EUR  IBAN DE89370400440532013000')), [])
})

test('the offices of a bank in several countries show no order of days', () => {
  const block = (offices: string): string => `
    ${offices}
    Account 7700418 3365 (USD)
    Range: 02/01/2026 to 10/11/2026
    Date          Details                  Amount USD    Balance USD
                  Opening balance                          12,044.10
    02/03/2026    Incoming payment          3,200.00      15,244.10
    05/06/2026    Card Hotel                 -418.75      14,825.35
    09/10/2026    Outgoing payment         -1,500.00      13,325.35
                  Closing balance                          13,325.35`
  assert.deepEqual(doubts(block('New York')), [])
  assert.deepEqual(doubts(block('London - New York - Singapore')), ['ambiguous_dates'])
})

test('of two periods that are printed alike and hold all rows none is taken for granted', () => {
  const block = (second: string): string => `
    Period 03/01/2025 to 03/31/2025
    Period ${second}
    Beginning balance                        500.00
    Ending balance                           480.00
    Date        Description                  Amount
    03/13/2025  Fuel stop                    -10.00
    03/14/2025  Office rent                  -10.00`
  assert.deepEqual(doubts(block('03/01/2025 to 03/31/2025')), [])
  assert.deepEqual(doubts(block('01/01/2025 to 03/31/2025')), ['period_not_read'])
})

test('codes in a column that no head names are not silently words of the rows', () => {
  const row = (day: number): string => `
    03/0${day}     Fuel stop north      3982597${day}1907         -10.00`
  const block = `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           460.00
    Date      Description                               Amount${[3, 4, 5, 6].map(row).join('')}`
  const [statement] = readTables(print(block), { filename: 'a.pdf' }, null)
  const isLeftOut = statement!.rows.every(({ description }) => description === 'Fuel stop north')
  assert.ok(isLeftOut || doubts(block).includes('words_uncertain'))
})

/** Rows of three days, some with their amounts on a second line. */
const LATE = `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           450.00
    Date      Description                    Amount     Balance
    03/03     Transfer sent
              Luc Tremblay                   -10.00      490.00
    03/04     Payroll of the week
              Batch 4410                     -10.00
              Transfer received
              Marchand Interiors             -10.00      470.00
    03/05     Tea for all                    -10.00      460.00
    03/06     Fuel stop                      -10.00      450.00`

test('words above an amount begin its row where rows end with their amounts', () => {
  const [statement] = readTables(print(LATE), { filename: 'a.pdf' }, null)
  assert.deepEqual(
    statement!.rows.map(({ description }) => description),
    [
      'Transfer sent Luc Tremblay',
      'Payroll of the week Batch 4410',
      'Transfer received Marchand Interiors',
      'Tea for all',
      'Fuel stop',
    ],
  )
  assert.deepEqual(doubts(LATE), [])
})

test('words between two amounts are of neither row for sure where some rows go on below theirs', () => {
  const below = LATE.replace('460.00\n    03/06', '460.00\n              and cake\n    03/06')
  assert.deepEqual(doubts(below), ['words_uncertain'])
})

test('a figure that the words of a row run on to is no amount beside another one', () => {
  const [statement] = readTables(
    print(`
    Statement period 03/01/2025 to 03/31/2025
    Opening balance                                                    500.00
    Date      Description                    Deposits   Withdrawals    Balance
    03/03     Fixed deposit tenor 12 M 6.60                  100.00     400.00
    03/04     Sale of tea                        5.00                   405.00
    Closing balance                                                    405.00`),
    { filename: 'a.pdf' },
    null,
  )
  assert.deepEqual(
    statement!.rows.map(({ description, amount }) => `${amount} ${description}`),
    ['-10000 Fixed deposit tenor 12 M 6.60', '500 Sale of tea'],
  )
})

test('a note with a day of its own is no words of the row below it', () => {
  const block = `
    Statement period 03/01/2025 to 03/31/2025
    Opening balance                                                    500.00
    Date      Description                         Debit      Credit    Balance
    03/03     Office rent                        100.00                 400.00
    03/04     INTEREST CHARGED IN THE YEAR $204.17
    03/04     Sale of tea                                      5.00     405.00
    03/05     Tea for all                         10.00                 395.00
    03/06     Fuel stop                            5.00                 390.00
    Closing balance                                                    390.00`
  const [statement] = readTables(print(block), { filename: 'a.pdf' }, null)
  assert.deepEqual(
    statement!.rows.map(({ description }) => description),
    ['Office rent', 'Sale of tea', 'Tea for all', 'Fuel stop'],
  )
  assert.deepEqual(doubts(block), [])
})

test('fees of a period beside those of the year are no sums of the columns above them', () => {
  const [statement] = readTables(
    print(`
    Statement period 03/01/2025 to 03/31/2025
    Date      Description             Additions    Subtractions      Balance
    03/01     Beginning balance                                       500.00
    03/03     Deposit                     20.00                       520.00
    03/05     Overdraft fee                              -28.00       492.00
    03/31     Ending balance                                          492.00
              Total Overdraft Fees       $28.00          $28.00
              Total Returned Item Fees    $0.00           $0.00`),
    { filename: 'a.pdf' },
    null,
  )
  const { checks } = statement!.reconciliation
  assert.deepEqual(
    checks.filter(({ passed }) => !passed),
    [],
  )
})

test('the sum of all withdrawals may bear the name of the section of some of them', () => {
  const [statement] = readTables(
    print(`
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Withdrawals and debits                   (50.00)
    Ending balance                           450.00
    CHECKS
    Date      Description                    Amount
    03/03     CHECK 10233                     20.00
              Total                          $20.00
    WITHDRAWALS AND DEBITS
    Date      Description                    Amount
    03/05     Office rent                     30.00
              Total                          $30.00`),
    { filename: 'a.pdf' },
    null,
  )
  const { checks } = statement!.reconciliation
  assert.deepEqual(
    checks.filter(({ passed }) => !passed),
    [],
  )
})
