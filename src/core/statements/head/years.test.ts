import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../test/print-block.ts'
import { listReviewCauses } from '../table/doubts/review-causes.ts'
import { readTables } from '../table/read-tables.ts'

const ROWS = `
    Beginning balance                        500.00
    Date      Description                    Amount      Balance
    12/18     Fuel stop                      -20.00       480.00
    01/09     Rent                           -40.00       440.00
    Ending balance                           440.00`

interface Given {
  filename?: string
  statementYear?: number
  writtenAt?: string
  period?: string
}

/** The days of the rows, and why a person is to look at them. */
function read({ filename = 'a.pdf', writtenAt, period = '', statementYear }: Given): unknown[] {
  const hints = { filename, ...(statementYear === undefined ? {} : { statementYear }) }
  const [statement] = readTables(print(`    ${period}${ROWS}`), hints, writtenAt ?? null)
  const { rows, reconciliation, doubts = [] } = statement!
  const causes = listReviewCauses([reconciliation.status], doubts)
  return [rows.map(({ date }) => date), causes.filter((code) => code.startsWith('year'))]
}

const DAYS = ['2024-12-18', '2025-01-09']
const PERIOD = 'Statement period December 10 to January 9'

test('days without any year take the one that the caller gives, over New Year too', () => {
  assert.deepEqual(read({ statementYear: 2025 }), [DAYS, []])
  assert.deepEqual(read({ statementYear: 2025, period: PERIOD }), [DAYS, []])
})

test('the year that the caller gives goes before the date and the name of the file', () => {
  const given = { statementYear: 2025, writtenAt: '2026-03-01', filename: '2027-01.pdf' }
  assert.deepEqual(read(given), [DAYS, []])
})

test('days without any year take the one that the name of the file has', () => {
  const names = ['2025-01-12', '20250112', 'stmt_2025-01', '01-2025', 'January 2025', 'ene 2025']
  for (const name of [...names, 'statement 2025'])
    assert.deepEqual(read({ filename: `${name}.pdf` }), [DAYS, []], name)
})

test('days without any year take that of the date of the file, where they fit it', () => {
  assert.deepEqual(read({ writtenAt: '2025-01-12' }), [DAYS, []])
  assert.deepEqual(read({ writtenAt: '2025-09-12' }), [DAYS, ['year_uncertain']])
})

test('days without any year, and nothing that names one, miss their year', () => {
  assert.deepEqual(read({}), [[], ['year_missing']])
})

test('a month with its year in a heading dates the rows, in a sentence it does not', () => {
  const heading = 'Monthly statement · January 2025'
  assert.deepEqual(read({ period: heading, writtenAt: '2026-03-01' }), [DAYS, []])
  const sentence = 'From January 2025 on we have charged nothing for payments abroad or at home'
  const ofFile = ['2025-12-18', '2026-01-09']
  assert.deepEqual(read({ period: sentence, writtenAt: '2026-03-01' })[0], ofFile)
})
