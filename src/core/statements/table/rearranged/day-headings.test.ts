import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import type { Statement } from '../../statement.ts'
import { readTables } from '../read-tables.ts'

const LIST = `
    Mar 1 - Mar 31, 2026
    Starting balance                        1,312.66
    Ending balance                          1,006.19
    Monday, March 2                           304.06
    Larkspur Apartments                      -980.00
    Bill pay
    Juniper Street Tacos                      -28.60
    Card purchase
    Wednesday, March 4                      1,046.24
    Meridian Courier LLC                     +742.18
    Direct deposit
    Thursday, March 5                       1,006.19
    Cloudbox Storage                          -12.82
    Card purchase
    Peak Climbing Gym                         -27.23
    Card purchase
    Pocketfin is a financial technology company, not a bank, and keeps no deposits of its own at all`

function read(block: string): Statement {
  return readTables(print(block), { filename: 'a.pdf' }, null)[0]!
}

test('rows under a day and its balance have that day', () => {
  const { rows, reconciliation } = read(LIST)
  assert.equal(reconciliation.status, 'reconciled_by_totals')
  assert.deepEqual(
    rows.map(({ date, amount, description }) => `${date} ${amount} ${description}`),
    [
      '2026-03-02 -98000 Larkspur Apartments Bill pay',
      '2026-03-02 -2860 Juniper Street Tacos Card purchase',
      '2026-03-04 74218 Meridian Courier LLC Direct deposit',
      '2026-03-05 -1282 Cloudbox Storage Card purchase',
      '2026-03-05 -2723 Peak Climbing Gym Card purchase',
    ],
  )
})

test('a balance of a day that its rows do not lead to leaves the statement open', () => {
  assert.notEqual(
    read(LIST.replace('304.06', '304.96')).reconciliation.status,
    'reconciled_by_totals',
  )
  assert.notEqual(read(LIST.replace('304.06', '304.96')).reconciliation.status, 'reconciled')
})

test('rows under a day and what it moved have that day, also where it prints no sum', () => {
  const block = (sum: string): string => `
    Dec 29, 2025 - Jan 28, 2026
    Starting balance                        2,077.49
    Ending balance                          3,169.24
    Monday, December 29                     ${sum}
    Juniper Coffee                            -18.25
    Transfer to Taxes                        -240.00
    Friday, January 2                       +1,850.00
    Payment from Halcyon                    +1,850.00
    Tuesday, January 13
    Quarterline Insurance                    -500.00
    Still pending on Jan 28 (not part of your balance)
    Gasline Fuel                               -1.00`
  const { rows, reconciliation } = read(block('-258.25'))
  assert.deepEqual(
    rows.map(({ date, amount }) => `${date} ${amount}`),
    ['2025-12-29 -1825', '2025-12-29 -24000', '2026-01-02 185000', '2026-01-13 -50000'],
  )
  assert.equal(reconciliation.status, 'reconciled_by_totals')
  assert.ok(read(block('-258.95')).reconciliation.status.startsWith('un'))
})
