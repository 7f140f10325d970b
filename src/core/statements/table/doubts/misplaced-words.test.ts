import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import type { Statement } from '../../statement.ts'
import { readTables } from '../read-tables.ts'

function only(block: string): Statement {
  return readTables(print(block), { filename: 'a.pdf' }, null)[0]!
}

function words({ rows }: Statement): string[] {
  return rows.map(({ amount, description }) => `${amount} ${description}`)
}

function codes({ doubts = [] }: Statement): string[] {
  return doubts.map(({ code }) => code)
}

test('under heads of several figures the clock and the figures not taken are no words', () => {
  const statement = only(`
    Statement period 09/01/2025 - 09/30/2025   USD
    Beginning balance: $41.33    Ending balance: $488.86
    Date        Transaction                  Amount       Fee       Total     Balance
    09/02/2025  Purchase - Dollar Barn
                                           ($34.18)     $0.00    ($34.18)       $7.15
    08:14 AM    - Macon GA
    09/05/2025  Payroll Load - Poultry
                                            $684.21     $0.00     $684.21     $691.36
    12:02 AM    Processing
    09/05/2025  ATM Withdrawal -           ($200.00)   ($2.50)   ($202.50)    $488.86
    05:47 PM    1180 Gray Hwy`)
  assert.deepEqual(words(statement), [
    '-3418 Purchase - Dollar Barn - Macon GA',
    '68421 Payroll Load - Poultry Processing',
    '-20250 ATM Withdrawal - 1180 Gray Hwy',
  ])
  assert.deepEqual(codes(statement), [])
})

test('words that hold the amount of their row in a cell of its own stop a person', () => {
  const block = `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                                 500.00
    Ending balance                                    480.00
    Date      Description                             Amount
    03/03     Card purchase   9.00   Fuel stop         -9.00
    03/04     Card purchase at the store of 11.00     -11.00`
  assert.deepEqual(codes(only(block)), ['words_uncertain'])
  assert.deepEqual(codes(only(block.replace('  9.00   Fuel', '  of 9.00 Fuel'))), [])
})
