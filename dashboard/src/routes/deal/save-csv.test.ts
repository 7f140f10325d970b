import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCsv } from './save-csv.ts'

test('a table as CSV keeps numbers raw, quotes what needs it and disarms formulas', () => {
  const rows = [
    ['Funder', 'Payment'],
    ['Smith, "Jones" & Co', -412.5],
    ['=HYPERLINK("x")', null],
  ]
  assert.equal(
    formatCsv(rows),
    '\uFEFFFunder,Payment\r\n"Smith, ""Jones"" & Co",-412.5\r\n"\'=HYPERLINK(""x"")",\r\n',
  )
})
