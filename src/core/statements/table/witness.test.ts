import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../test/print-block.ts'
import type { Statement } from '../statement.ts'
import { readTables } from './read-tables.ts'
import { contestedRows } from './witness.ts'

const [STATEMENT] = readTables(
  print(`
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           440.00
    Date      Description                    Amount      Balance
    03/03     DD Northgate Water             -20.00       480.00
    03/05     Office rent of March           -20.00       460.00
    03/09     Tea for all                    -20.00       440.00`),
  { filename: 'a.pdf' },
  null,
)

/** What is contested where another reading has other words or another day in its second row. */
function contested(row: Partial<Statement['rows'][number]>): string[] {
  const rows = STATEMENT!.rows.map((each, at) => (at === 1 ? { ...each, ...row } : each))
  return contestedRows(STATEMENT!, { ...STATEMENT!, rows }).map(({ code }) => code)
}

test('days and words that a second proven reading has otherwise stop a person', () => {
  assert.deepEqual(contested({}), [])
  assert.deepEqual(contested({ date: '2025-03-06' }), ['date_uncertain'])
  assert.deepEqual(contested({ description: 'Office of the harbor' }), ['words_uncertain'])
})

test('codes, references and sums that one of two readings takes for words contest nothing', () => {
  for (const description of [
    'BP Office rent of March',
    '5171X239003 Office rent of March',
    'Office rent of March Subtotal',
  ])
    assert.deepEqual(contested({ description }), [], description)
})

test('a reading of other rows is no witness', () => {
  const rows = STATEMENT!.rows.slice(1)
  assert.deepEqual(contestedRows(STATEMENT!, { ...STATEMENT!, rows }), [])
})
