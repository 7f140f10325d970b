import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toBankKey } from './bank-name.ts'

test('the spellings of one bank are one bank', () => {
  const banks = [
    [
      'Wells Fargo',
      'Wells Fargo Bank',
      'WELLS FARGO BANK, N.A.',
      'Wells Fargo Bank, National Association',
    ],
    ['Chase', 'JPMorgan Chase Bank, N.A.', 'CHASE BANK'],
    ['U.S. Bank', 'US Bank National Association'],
    ['Citi', 'Citibank, N.A.', 'CITI BANK'],
    ['Capital One', 'Capital One Bank (USA), N.A.', 'Capital One, N.A.'],
    ['Bank of America', 'Bank of America, N.A.', 'The Bank of America'],
    ['Bank of the West', 'BANK OF THE WEST'],
    ['First National Bank', 'First National Bank, Inc.'],
  ]
  const keys = banks.map((names) => new Set(names.map(toBankKey)))
  assert.deepEqual(
    keys.map(({ size }) => size),
    banks.map(() => 1),
  )
  assert.equal(new Set(keys.flatMap((own) => [...own])).size, banks.length)
})

test('a name of one word and no name stay what they are', () => {
  assert.deepEqual([toBankKey('Bank'), toBankKey(null), toBankKey(' ')], ['BANK', '', ''])
})
