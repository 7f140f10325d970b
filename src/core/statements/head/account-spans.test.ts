import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../test/print-block.ts'
import { readTables } from '../table/read-tables.ts'

test('an account without rows is a statement of its own, wherever it stands', () => {
  const statements = readTables(
    print(`
   Lakeview Federal Credit Union     Member Number 0012345     03/01/2025 - 03/31/2025
   REGULAR SHARES   Account 000111222
   Date         Description            Amount        Balance
   03/01        Beginning Balance                      25.00
   03/31        Ending Balance                         25.00

   CHECKING   Account 000111333
   Date         Description            Amount        Balance
   03/01        Beginning Balance                   1,000.00
   03/03        Cash deposit           300.00       1,300.00
   03/31        Ending Balance                      1,300.00

   CLUB   Account 000111444
   Date         Description            Amount        Balance
   03/01        Beginning Balance                       0.00
   03/31        Ending Balance                          0.00`),
    { filename: 'a.pdf' },
    null,
  )
  assert.deepEqual(
    statements.map(({ accountLast4, closingBalance, rows, reconciliation }) => [
      accountLast4,
      closingBalance,
      rows.length,
      reconciliation.status,
    ]),
    [
      ['1222', 2500, 0, 'empty'],
      ['1333', 130_000, 1, 'reconciled'],
      ['1444', 0, 0, 'empty'],
    ],
  )
})

test('the head of a loan says nothing of the account above it', () => {
  const statements = readTables(
    print(`
   Statement Period   03/01/2025 - 03/31/2025
   SHARE DRAFT CHECKING   ID 0040
   Date         Description            Amount        Balance
   03/01        Beginning Balance                   1,800.00
   03/03        ACH Deposit PAYCO      500.00       2,300.00
   03/31        Ending Balance                      2,300.00

   AUTO LOAN   ID 0151
   Date         Description            Principal     Balance
   03/01        Beginning Balance                   9,000.00
   03/31        Ending Balance                      9,000.00`),
    { filename: 'a.pdf' },
    null,
  )
  const [first] = statements
  assert.deepEqual([first!.accountType, first!.rows[0]!.amount], ['checking', 50_000])
})

test('a balance brought forward under the number of another account opens it', () => {
  const statements = readTables(
    print(`
   Severn Bank            Business statement  1 - 31 March 2025          GBP
   Your portfolio
   Business Current Account   70551276        2,000.00     1,500.00
   Business Reserve Account   70551284          800.00     1,300.00

   Business Current Account   Sort code 20-61-55 Account 70551276
   Date         Details                   Amount        Balance
                Balance brought forward                2,000.00
   03/03/2025   Cash deposit              100.00       2,100.00
                Balance carried forward                2,100.00
---
   Business Current Account   (continued) Account 70551276
   Date         Details                   Amount        Balance
                Balance brought forward                2,100.00
   13/03/2025   Transfer to Reserve      -600.00       1,500.00
   Account total: paid in 100.00, paid out 600.00-, balance at 31 March 2025 1,500.00

   Tax Pot   Sort code 20-61-55 Account 70551284
   Date         Details                   Amount        Balance
                Balance brought forward                  800.00
   14/03/2025   Transfer from Current     500.00       1,300.00
   Account total: paid in 500.00, paid out 0.00, balance at 31 March 2025 1,300.00`),
    { filename: 'a.pdf' },
    null,
  )
  assert.deepEqual(
    statements.map(({ accountLast4, openingBalance, closingBalance, startDate, rows }) => [
      accountLast4,
      openingBalance,
      closingBalance,
      startDate,
      rows.length,
    ]),
    [
      ['1276', 200_000, 150_000, '2025-03-01', 2],
      ['1284', 80_000, 130_000, '2025-03-01', 1],
    ],
  )
})

test('another balance brought forward below a closing one opens the next account of a member', () => {
  const statements = readTables(
    print(`
   Bluestem Credit Union     Statement period 04/01/2026 - 04/30/2026
   SHARE 00 - BUSINESS SAVINGS
   Date         Description            Amount        Balance
   04/01        Balance forward                       500.00
   04/06        Deposit                 50.00         550.00
   04/30        Ending balance                        550.00

   SHARE 20 - PROJECT RESERVE
   Date         Description            Amount        Balance
   04/01        Balance forward                       900.00
                No transactions this period
   04/30        Ending balance                        900.00

   SHARE 70 - SHARE DRAFT
   Date         Description            Amount        Balance
   04/01        Balance forward                     3,100.00
   04/02        Withdrawal             -100.00      3,000.00
   04/30        Ending balance                      3,000.00`),
    { filename: 'a.pdf' },
    null,
  )
  assert.deepEqual(
    statements.map(({ openingBalance, closingBalance, rows }) => [
      openingBalance,
      closingBalance,
      rows.length,
    ]),
    [
      [50_000, 55_000, 1],
      [90_000, 90_000, 0],
      [310_000, 300_000, 1],
    ],
  )
})

test('the head of a page is of the account that it names, with its period', () => {
  const month = (period: string, edges: [string, string], row: string): string => `
   Period: ${period}
   Account: NL38 LEEU 0417 6680 23      Currency: EUR
   Opening balance    ${edges[0]}
   Closing balance    ${edges[1]}
   Date          Description                 Amount
   ${row}`
  const pages = [
    month(
      '01-10-2025 to 31-10-2025',
      ['100.00', '110.00'],
      '06-10-2025    Sale                         10.00',
    ),
    month(
      '01-11-2025 to 30-11-2025',
      ['110.00', '130.00'],
      '18-11-2025    Sale                         20.00',
    ),
  ]
  const statements = readTables(print(pages.join('\n---')), { filename: 'a.pdf' }, null)
  assert.deepEqual(
    statements.map(({ startDate, endDate }) => [startDate, endDate]),
    [
      ['2025-10-01', '2025-10-31'],
      ['2025-11-01', '2025-11-30'],
    ],
  )
})
