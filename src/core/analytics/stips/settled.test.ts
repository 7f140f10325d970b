import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settleItems } from './settled.ts'

const item = (code: string, label: string) => ({ code, label, requestText: `Please: ${label}` })
const requested = [
  item('check', 'Check'),
  item('statements', 'May to July'),
  item('lease', 'Lease'),
]

function open(missing: { code: string; label: string }[]): string[] {
  const items = settleItems(requested, missing)
  return items.filter(({ status }) => status === 'missing').map(({ code }) => code)
}

test('a requested item is received when nothing of its kind is missing any more', () => {
  assert.deepEqual(open(requested), ['check', 'statements', 'lease'])
  assert.deepEqual(open([item('lease', 'Lease')]), ['lease'])
  assert.deepEqual(open([]), [])
})

test('a requested item that came in part is still open', () => {
  assert.deepEqual(open([item('statements', 'July')]), ['statements'])
})

test('what is missing and was not requested opens nothing', () => {
  assert.deepEqual(open([item('tax_return', 'Tax return')]), [])
})
