import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPlace } from './place.ts'

function placed(text: string, named: readonly string[] = []): (string | null)[] | null {
  const words = text.split(' ')
  const references = Uint8Array.from(words, (word) => Number(/^\d{4,}$/.test(word)))
  const place = findPlace({ words, references }, (at) => named.includes(words[at]!))
  return place && [place.city, place.state]
}

test('a card purchase ends in its town and state, before what the bank adds', () => {
  assert.deepEqual(placed('SQ * OAK COFFEE PORTLAND OR'), ['PORTLAND', 'OR'])
  assert.deepEqual(placed('SHELL OIL 57544 SAN JOSE CA CARD 4417'), ['SAN JOSE', 'CA'])
})

test('a telephone number or a word of the name is no town', () => {
  assert.deepEqual(placed('NETFLIX COM 8665797172 CA'), [null, 'CA'])
  assert.deepEqual(placed('THE HOME DEPOT GA', ['HOME', 'DEPOT']), [null, 'GA'])
})

test('without a state at the end there is no place', () => {
  assert.equal(placed('PAYROLL MARCH'), null)
  assert.equal(placed('ALPINE DEMOLITION CO'), null)
})
