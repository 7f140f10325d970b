import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import { readTables } from '../read-tables.ts'

const LIST = `
    Balance on June 1                       500.00
    Balance on June 30                      566.61
    Deposit from Alderwick Clinic           100.00
    Jun 2
    Fern Coffee                              -6.25
    Jun 3
    Metro Fare                              -30.00
    Jun 3
    Reward                                    2.86
    Jun 30`

function rows(block: string): string[] {
  const hints = { filename: 'a.pdf', statementYear: 2025 }
  return readTables(print(block), hints, null).flatMap((statement) =>
    statement.rows.map(({ date, amount, description }) => `${date} ${amount} ${description}`),
  )
}

test('a day alone under an amount is that of its row', () => {
  assert.deepEqual(rows(LIST), [
    '2025-06-02 10000 Deposit from Alderwick Clinic',
    '2025-06-03 -625 Fern Coffee',
    '2025-06-03 -3000 Metro Fare',
    '2025-06-30 286 Reward',
  ])
})

test('a day alone over rows stays theirs', () => {
  const above = LIST.replace('    Deposit', '    Jun 1\n    Deposit').replace(/\n *Jun 30$/, '')
  assert.deepEqual(
    rows(above).map((row) => row.slice(0, 10)),
    ['2025-06-01', '2025-06-02', '2025-06-03', '2025-06-03'],
  )
})
