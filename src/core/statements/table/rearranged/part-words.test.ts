import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import { readTables } from '../read-tables.ts'

const TABLE = `
   Statement period 03/01/2025 to 03/31/2025
   Beginning balance                        1,000.00
   Date      Description                    Amount      Balance
   03/03/25  Cash deposit                   300.00      1,300.00
   03/04/25  Office rent                    -90.00      1,210.00
   03/10/25  Check 1021                     -10.00      1,200.00
   Ending balance                           1,200.00`

function rows(block: string): string[] {
  const statements = readTables(print(block), { filename: 'a.pdf' }, null)
  return statements.flatMap((statement) =>
    statement.rows.map(({ date, amount, description }) => `${date} ${amount} ${description}`),
  )
}

function merged(...cells: readonly [whole: string, glued: string][]): string {
  return cells.reduce((block, [whole, glued]) => {
    assert.ok(block.includes(whole), whole)
    return block.replace(whole, glued.padEnd(whole.length))
  }, TABLE)
}

test('cells that run into each other are parted when everything then agrees', () => {
  const block = merged(
    ['Date      Description', 'DateDescription'],
    ['03/04/25  Office', '03/04/25Office'],
    ['-10.00      1,200.00', '-10.001,200.00'],
    ['Ending balance                           1,200.00', 'Ending balance1,200.00'],
  )
  const [statement] = readTables(print(block), { filename: 'a.pdf' }, null)
  assert.deepEqual(rows(block), rows(TABLE))
  assert.equal(statement!.reconciliation.status, 'reconciled')
  assert.ok(statement!.choices.some((choice) => choice.includes('parted')))
})

test('digits that run into a date are left as they are, since none can say where it ends', () => {
  const block = merged(['03/10/25  Check 1021', '03/10/251021 Check'])
  const [statement] = readTables(print(block), { filename: 'a.pdf' }, null)
  assert.equal(statement!.reconciliation.status, 'unreconciled')
})

test('a statement that closes as it is printed is not parted', () => {
  const block = TABLE.replace('Office rent', 'PERIOD03/01')
  assert.deepEqual(rows(block)[1], '2025-03-04 -9000 PERIOD03/01')
})

const SHORT = `
   Statement period 01 Jul 2025 to 31 Jul 2025
   Beginning balance                        1,000.00
   Date      Description                    Amount      Balance
   03 JUL    Cash deposit                   300.00      1,300.00
   04 JUL    ACH debit rent                 -90.00      1,210.00
   10 JUL    Check 1021                     -10.00      1,200.00
   Ending balance                           1,200.00`

test('a month that begins a glued word is the one that other lines print', () => {
  // Slovak prints JULA.
  const block = SHORT.replace('04 JUL    ACH debit', '04 JULACH debit    ')
  assert.deepEqual(rows(block), rows(SHORT))
  const all = block.replace('03 JUL    Cash deposit', '03 JULCash deposit    ')
  assert.deepEqual(rows(all), rows(SHORT))
})

test('a word behind a day that has its month is left whole', () => {
  const block = TABLE.replaceAll(/03\/(\d\d)\/25/g, 'Mar $1  ')
    .replace('Office rent', 'OUTGOING fee')
    .replace('Mar 03    Cash', 'Mar 03Cash    ')
  assert.deepEqual(rows(block)[1], '2025-03-04 -9000 OUTGOING fee')
})
