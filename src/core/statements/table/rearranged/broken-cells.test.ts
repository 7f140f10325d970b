import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import { readTables } from '../read-tables.ts'

const NARROW = `
    Account Statement From : 01/01/2026 To : 31/01/2026        IFSC SHYU0000093
    Opening Balance 1,00,000.00     Closing Balance 2,07,250.00
    Date        Narration                Withdraw     Deposit     Closing
                                         al Amt.      Amt.        Balance
    02/01/2026  UPI-STORES               1,250.00                 98,750.0
                PAYMENT                                           0
    03/01/2026  NEFT CR-TEXTILE                       1,48,500    2,47,250.
                EXPORTS                               .00         00
    05/01/2026  ACH D-HOUSING            40,000.0                 2,07,250.
                FIN                      0                        00`

test('figures and names of columns that narrow cells break over two lines are whole', () => {
  const [statement] = readTables(print(NARROW), { filename: 'a.pdf' }, null)
  assert.equal(statement!.reconciliation.status, 'reconciled')
  assert.deepEqual(
    statement!.rows.map(({ amount, balance, description }) => [amount, balance, description]),
    [
      [-125000, 9875000, 'UPI-STORES PAYMENT'],
      [14850000, 24725000, 'NEFT CR-TEXTILE EXPORTS'],
      [-4000000, 20725000, 'ACH D-HOUSING FIN'],
    ],
  )
})

test('a broken figure that the balances contradict stops a person', () => {
  const altered = NARROW.replace('98,750.0', '98,570.0')
  const [statement] = readTables(print(altered), { filename: 'a.pdf' }, null)
  assert.notEqual(statement!.reconciliation.status, 'reconciled')
})
