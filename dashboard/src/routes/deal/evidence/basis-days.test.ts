import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseDays, type BasisDay } from './basis-days.ts'

const day = (account_id: string, date: string, balance: number) =>
  ({ account_id, date, balance, opening: 0, month: null, transaction_id: null }) as BasisDay
const days = [day('a', '2025-06-01', 900), day('a', '2025-06-30', 500), day('b', '2025-06-10', 40)]
const choose = (method: string) =>
  chooseDays({ method, days }).days.map(({ account_id, date }) => `${account_id} ${date}`)

test('a balance of several accounts shows the day of each that it is made of', () => {
  assert.deepEqual(choose('closing_day'), ['a 2025-06-30', 'b 2025-06-10'])
  assert.deepEqual(choose('opening_day'), ['a 2025-06-01', 'b 2025-06-10'])
})

test('other balances show their extremes', () => {
  assert.deepEqual(choose('lowest_day'), ['b 2025-06-10', 'a 2025-06-30', 'a 2025-06-01'])
  assert.equal(choose('highest_day')[0], 'a 2025-06-01')
})
