import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../test/print-block.ts'
import type { Statement } from '../statement.ts'
import { readTables } from './read-tables.ts'

function failed(block: string): string[] {
  const statements: Statement[] = readTables(print(block), { filename: 'a.pdf' }, null)
  return statements.flatMap(({ reconciliation: { status, checks } }) => [
    status,
    ...checks.flatMap(({ id, passed, expected }) => (passed ? [] : [`${id} ${expected}`])),
  ])
}

const LEDGER = `
    Statement period 03/01/2025 to 03/31/2025
    Date      Description                    Amount      Balance
    03/01     Opening balance                             500.00
    03/03     Deposit                        100.00       600.00
    03/09     Office rent                    -60.00       540.00
    03/31     Closing balance                             540.00`

test('the total of a list of services is no sum of the rows', () => {
  const list = `${LEDGER}
    Service                    Volume    Unit price       Charge
    Maintenance                     1       25.0000        25.00
    Lockbox items                 212        0.4500        95.40
    Wires                           7       12.0000        84.00
    Total charges                                         204.40`
  assert.deepEqual(failed(list), ['reconciled'])
  assert.ok(failed(list.replace('204.40', '204.90')).includes('T2 20490'))
})

test('a summary leads from balance to balance with another panel beside it', () => {
  const card = (purchases: string): string => `
    Member Card                     Statement period 03/01/2025 to 03/31/2025
    Previous balance      186.30            Available credit      653.64
    Payments              100.00 CR         Days in cycle             31
    Other credits          14.95 CR
    Purchases             ${purchases}            Minimum payment        35.00
    Interest charged        2.61
    New balance           176.36
    Date     Description                 Amount
    03/03    OFFICE SUPPLY               102.40
    03/05    PAYMENT THANK YOU           100.00 CR
    03/09    RETURN OFFICE SUPPLY         14.95 CR
    03/24    INTEREST CHARGE               2.61`
  assert.deepEqual(failed(card('102.40')), ['reconciled_by_totals'])
  assert.ok(failed(card('102.90')).includes('T2 10290'))
})

test('two balances of different days on one line are those that the rows run between', () => {
  const block = `
    Balance on Mar 1  500.00  Additions  100.00  Subtractions  60.00  Balance on Mar 31  540.00
    Date       Description        Subtractions    Additions
    Mar 3      Deposit                               100.00
    Mar 9      Office rent               60.00`
  const [statement] = readTables(print(block), { filename: 'a.pdf', statementYear: 2025 }, null)
  assert.deepEqual([statement!.openingBalance, statement!.closingBalance], [50_000, 54_000])
})

test('a total of one direction under rows of both is held against its direction', () => {
  const block = `
    Statement period 03/01/2025 to 03/31/2025
    Date      Description                    Amount
    03/01     Opening balance                 500.00 C
    03/03     Card settlement                 100.00 C
    03/05     Fuel stop                        20.00 D
    03/09     Office rent                      60.00 D
    03/12     Card settlement                  50.00 C
    Credits                                   150.00 C
    Debits                                     80.00 D
    Closing balance                           570.00 C`
  assert.deepEqual(failed(block), ['reconciled_by_totals'])
  assert.ok(failed(block.replace('150.00', '151.00')).some((each) => each.startsWith('T2')))
})

test('a sum under some columns of a list of accounts is no sum of rows', () => {
  const block = `
    Statement period 03/01/2025 to 03/31/2025
    Account                   Beginning    Additions  Subtractions      Ending
    Checking 5503947             500.00       100.00         60.00      540.00
    Savings 5520118            1,000.00         0.00          0.00    1,000.00
    Total deposits with us     1,500.00                               1,540.00
    Date      Description                    Amount      Balance
    03/01     Beginning balance                           500.00
    03/03     Card settlement                100.00       600.00
    03/09     Office rent                    -60.00       540.00
    03/31     Ending balance                              540.00`
  assert.deepEqual(failed(block), ['reconciled'])
})

test('totals of the cards of one table add up to the printed sum of it', () => {
  const card = (last: string): string => `
    Statement period 03/01/2025 to 03/31/2025
    Previous balance                         100.00
    New balance                              185.00
    Purchases                                 85.00
    Credit limit                           1,000.00
    Date      Description                    Amount
    Purchases - ANN EXAMPLE card ending 6042
    03/03     Bakery                          20.00
    03/04     Books                           30.00
    Total for card ending 6042                50.00
    Purchases - BEN EXAMPLE card ending 6059
    03/05     Bus                             15.00
    03/06     Cinema                          20.00
    Total for card ending 6059                ${last}`
  assert.deepEqual(failed(card('35.00')), ['reconciled_by_totals'])
  assert.notDeepEqual(failed(card('36.00')), ['reconciled_by_totals'])
})

test('counts beside the sums of a summary leave its balances in their places', () => {
  const block = `${LEDGER.replace(/ +03.31 .*/, '')}
    Opening Balance    Dr Count    Cr Count    Debits    Credits    Closing Bal
              500.00          1           1     60.00     100.00                  540.00`
  const [statement] = readTables(print(block), { filename: 'a.pdf' }, null)
  assert.equal(statement!.closingBalance, 54000)
})

test('a summary under labels of two lines gives both balances', () => {
  const block = (closing: string): string => `
    Statement period 03/01/2025 to 03/31/2025
    Account Summary
    Beginning      Deposits and       Checks and        Ending
    balance        other additions    other deductions  balance
      500.00          100.00             60.00          ${closing}
    Date      Description                    Amount
    03/03     Deposit                        100.00
    03/09     Office rent                    -60.00`
  assert.deepEqual(failed(block('540.00')), ['reconciled_by_totals'])
  assert.ok(failed(block('545.00')).includes('unreconciled'))
})

test('a sum over the rows of one card is that of the rows below it', () => {
  const block = (second: string): string => `
    Credit Card Statement           Statement period 03/01/2025 to 03/31/2025
    Credit limit         5,000.00
    Previous balance      100.00
    Minimum payment        35.00
    New balance           105.00
    PAT DOE card ending 4418                   CREDITS $100.00      PURCHASES $45.00
    Date     Description                 Amount
    03/03    OFFICE SUPPLY                45.00
    03/05    PAYMENT THANK YOU           100.00 CR
    SAM ROE card ending 4426                   CREDITS $0.00        PURCHASES ${second}
    Date     Description                 Amount
    03/09    AIRLINE                      60.00`
  assert.deepEqual(failed(block('$60.00')), ['reconciled_by_totals'])
  assert.ok(failed(block('$61.00')).includes('T2 6100'))
})

test('a part of a sum that agrees with the rows is no sum that does not', () => {
  const block = (total: string): string => `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance      500.00
    Total deposits         160.00
    Deposits               ${total}
    Ending balance         660.00
    Date      Description                    Amount
    03/03     Deposit                        100.00
    03/09     Transfer in                     60.00`
  assert.deepEqual(failed(block('60.01')), ['reconciled_by_totals'])
  assert.ok(failed(block('160.01')).includes('T2 16001'))
})

test('a limit between the lines of a summary is none of its sums', () => {
  const block = (deposits: string): string => `
    Statement period 05/01/2026 to 05/31/2026
    Beginning balance                     $312.08
    Deposits                               ${deposits}
    Purchases                             -$50.00
    Transfers                              -$2.00
    Fees                                   -$3.00
    SpotMe limit                          $100.00
    Ending balance                        $347.08
    Transactions
    Date         Description           Amount
    05/02/2026   Payroll                $90.00
    05/07/2026   Purchase              -$60.00
    05/09/2026   Purchase return        $10.00
    05/12/2026   Fee                    -$3.00
    05/13/2026   Transfer to savings    -$2.00`
  assert.deepEqual(failed(block('$90.00')), ['reconciled_by_totals'])
  assert.ok(failed(block('$90.50')).includes('T2 9050'))
})

test('the total of purchases is no sum of fees that have a table of their own', () => {
  const card = `
    Visa card ending in 7203      Statement period 04/13/2026 to 05/12/2026
    Minimum Payment Due $25.00    Credit Limit $12,000
    Previous Balance   $100.00
    New Balance        $130.00
    Payments and Other Credits
    Trans Date   Description                     Amount
    04/20/26     PAYMENT THANK YOU              -$50.00
    Purchases
    Trans Date   Description                     Amount
    04/14/26     COFFEE                          $30.00
    Transactions (continued)
    Trans Date   Description                     Amount
    04/28/26     HARDWARE                        $40.00
                 TOTAL PURCHASES FOR THIS PERIOD $70.00
    Fees
    Trans Date   Description                     Amount
    05/01/26     LATE FEE                        $10.00`
  assert.deepEqual(failed(card), ['reconciled_by_totals'])
})

test('of equal balances of the end and of days the one at the end stands for the statement', () => {
  const days = Array.from({ length: 12 }, (_, at) => `${at + 1}`.padStart(2, '0'))
  const block = `
    Statement period 01/03/2026 to 31/03/2026      Valores em R$
    Saldo inicial               100,00
    Saldo final                 112,00
${days.map((day, at) => `    ${day}/03/2026   Deposito ${day}      1,00\n    Saldo do dia          ${101 + at},00`).join('\n')}`
  const [statement] = readTables(print(block), { filename: 'a.pdf' }, null)
  assert.equal(statement!.closingBalance, 11_200)
})
