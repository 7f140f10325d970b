import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../test/print-block.ts'
import { withoutMarks } from './marked-days.ts'
import { withJoinedDates } from './parted-dates.ts'
import { withJoinedThousands } from './parted-thousands.ts'

function texts(lines: readonly { text: string }[]): string[] {
  return lines.map(({ text }) => text)
}

const ROWS = `
  CREDIT TRANSFER        2 556.41      03 02    23 963.18
  CHEQUE CARD 577 114      577.78-     03 02    23 385.40
  DEBIT ORDER              576.50-     03 03    22 808.90
  CREDIT TRANSFER          917.37      03 11    23 726.27`

test('two numbers that stand under each other as days of the calendar are days', () => {
  assert.match(texts(withJoinedDates(print(ROWS)))[3]!, /917.37 {2}03\/11 {2}23 726.27/)
  // No order of days.
  const mixed = ROWS.replace('03 11', '01 01')
  assert.deepEqual(texts(withJoinedDates(print(mixed))), texts(print(mixed)))
  // The lines print another day.
  const dated = ROWS.replaceAll('  C', '  02/03 C').replaceAll('  D', '  02/03 D')
  assert.deepEqual(texts(withJoinedDates(print(dated))), texts(print(dated)))
})

test('blanks part thousands only where no amount is printed in another way', () => {
  const [first, second] = texts(withJoinedThousands(print(ROWS)))
  assert.equal(first, 'CREDIT TRANSFER  2,556.41  03 02  23,963.18')
  assert.equal(second, 'CHEQUE CARD 577 114  577.78-  03 02  23,385.40')
  const other = ROWS.replace('22 808.90', '22,808.90')
  assert.deepEqual(texts(withJoinedThousands(print(other))), texts(print(other)))
})

test('the mark of a footnote behind a day or a figure is none of its row', () => {
  const [row] = texts(withoutMarks(print('\n  01/10*  SWEETLEAF  $18.72 ⧫')))
  assert.equal(row, '01/10  SWEETLEAF  $18.72')
})
