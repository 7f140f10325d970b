import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDoubted } from './doubted-rows.ts'

test('rows are doubted where a balance does not follow, and stand with their neighbors', () => {
  const rows = [
    { amount: 100, balance: 100 },
    { amount: 20, balance: 120 },
    { amount: -15, balance: 15 },
    { amount: 5, balance: 20 },
    { amount: 1, balance: 21 },
  ]
  assert.deepEqual(listDoubted(rows), rows.slice(1, 4))
})

test('rows without printed balances are all shown, up to a page of them', () => {
  const rows = Array.from({ length: 60 }, () => ({ amount: 1, balance: null }))
  assert.equal(listDoubted(rows).length, 40)
})
