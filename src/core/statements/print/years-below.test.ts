import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../test/print-block.ts'
import { withYearsBelow } from './years-below.ts'

const ROWS = ['2 Apr', '4 Apr', '7 Apr', '10 Apr'].map(
  (day) => `
    ${day.padEnd(10)}${day.padEnd(12)}UPI RAMESH TEA     5,900.00
    2025      2025        counter`,
)

test('a year under the days of a narrow column is theirs', () => {
  const texts = withYearsBelow(print(ROWS.join('\n'))).map(({ text }) => text)
  assert.deepEqual(texts.slice(0, 2), [
    '2 Apr 2025  2 Apr 2025  UPI RAMESH TEA  5,900.00',
    'counter',
  ])
})

test('numbers like years under fewer days, or elsewhere, stay', () => {
  for (const block of [ROWS.slice(0, 2).join('\n'), '    Paid 2 Apr\n    2025 items'])
    assert.deepEqual(withYearsBelow(print(block)), print(block))
})
