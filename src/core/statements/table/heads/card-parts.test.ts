import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import { readTables } from '../read-tables.ts'

test('titles and totals behind the name of a card are those of its part, and none of a row', () => {
  const [statement] = readTables(
    print(`
    Spark Small Business Card | Visa Signature Business ending in 4410
    12/21/2025 - 01/20/2026        31 days in Billing Cycle
    Payment Due Date 02/14/2026      Minimum Payment Due $25.00
    Credit Limit $12,000.00
    Previous Balance                          $45.20
    Payments and Credits                     -$38.50
    Transactions                            +$320.57
    Fees Charged                             +$39.00
    New Balance                              $366.27
    ---
    Transactions
    DANA R OKAFOR #4410: Payments, Credits and Adjustments
    Trans Date    Post Date    Description                           Amount
    01/07         01/08        STITCH SUPPLY                        -$38.50
    DANA R OKAFOR #4410: Transactions
    Trans Date    Post Date    Description                           Amount
    12/24         12/26        STITCH SUPPLY                         $38.50
    12/28         12/29        HOSTGROVE.COM                        $224.95
    DANA R OKAFOR #4410: Total Transactions                         $263.45
    PRIYA OKAFOR #7782: Transactions
    Trans Date    Post Date    Description                           Amount
    12/31         01/02        PUMP N GO                             $47.13
    01/15         01/16        MUSICSTREAM                            $9.99
    PRIYA OKAFOR #7782: Total Transactions                           $57.12
    Fees
    Trans Date    Post Date    Description                           Amount
    01/19         01/19        PAST DUE FEE                          $39.00
    Total Fees for This Period                                       $39.00`),
    { filename: 'a.pdf' },
    null,
  )
  assert.deepEqual(
    statement!.rows.map(({ amount, description }) => `${amount} ${description}`),
    [
      '3850 STITCH SUPPLY',
      '-3850 STITCH SUPPLY',
      '-22495 HOSTGROVE.COM',
      '-4713 PUMP N GO',
      '-999 MUSICSTREAM',
      '-3900 PAST DUE FEE',
    ],
  )
  assert.equal(statement!.accountLast4, '4410')
  assert.ok(statement!.reconciliation.checks.every(({ passed }) => passed))
})
