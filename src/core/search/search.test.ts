import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { highlight } from './highlight.ts'
import { createLexicon } from './lexicon.ts'
import { parseAmount, readQuery, toIndexQuery } from './query.ts'
import { toSearchWords } from './words.ts'

function buildLexicon(...words: string[]) {
  const lexicon = createLexicon()
  lexicon.add(words)
  return lexicon
}

test('a query has words, phrases, what is not wanted, amounts and dates', () => {
  const query = readQuery('Stripe "Pay Out" -refund amount:>500 date:2025-02')
  assert.deepEqual(query.words, ['stripe'])
  assert.deepEqual(query.phrases, [['pay', 'out']])
  assert.deepEqual(query.without, ['refund'])
  assert.deepEqual(query.amount, { min: 500, max: null })
  assert.deepEqual(query.date, { min: '2025-02-01', max: '2025-02-28' })
})

test('bounds may be ranges, of one side, of a year', () => {
  assert.deepEqual(readQuery('amount:100..1,200.50').amount, { min: 100, max: 1200.5 })
  assert.deepEqual(readQuery('amount:<=20').amount, { min: null, max: 20 })
  assert.deepEqual(readQuery('date:2024..2025-01').date, { min: '2024-01-01', max: '2025-01-31' })
  assert.deepEqual(readQuery('date:>2025-01-31').date, { min: '2025-01-31', max: null })
})

test('what is no operator is words', () => {
  assert.deepEqual(readQuery('amount:lots date:2025-13 note:x').words, [
    'amount',
    'lots',
    'date',
    '2025',
    '13',
    'note',
    'x',
  ])
  assert.deepEqual(readQuery('-120.50').without, [])
})

test('amounts are read as people write them', () => {
  assert.deepEqual(['1234.56', '$1,234.56', '-12', '1,23', '12.3456', 'x'].map(parseAmount), [
    1234.56,
    1234.56,
    12,
    null,
    null,
    null,
  ])
})

test('any text makes a query that the index can read', () => {
  const lexicon = buildLexicon('stripe')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { text: made } = toIndexQuery(readQuery(text), lexicon, 'auto')
      const operators = (made ?? '').replaceAll(/'[\p{L}\p{N}]+'/gu, '')
      assert.equal(operators.replaceAll(/:\*|<->|[&|!() ]/g, ''), '')
    }),
    { numRuns: 300 },
  )
})

test('a misspelt word stands for the known words one edit away, a known one for itself', () => {
  const lexicon = buildLexicon('stripe', 'strips', 'square', 'payroll')
  const near = (text: string) => toIndexQuery(readQuery(text), lexicon, 'auto')
  assert.deepEqual(near('strpie').text, "('strpie':* | 'stripe':*)")
  assert.deepEqual(near('stripee').beginnings, ['stripee', 'stripe'])
  assert.equal(near('strip').isCorrected, false)
  assert.equal(near('4711').isCorrected, false)
})

test('every word is found from every single edit of it', () => {
  const words = ['merchant', 'bankcard', 'kabbage', 'fundbox', 'headway']
  const lexicon = buildLexicon(...words)
  for (const word of words) {
    for (let place = 0; place < word.length - 1; place += 1) {
      const [head, tail] = [word.slice(0, place), word.slice(place)]
      const edits = [
        `${head}x${tail}`,
        head + tail.slice(1),
        `${head}x${tail.slice(1)}`,
        head + tail[1] + tail[0] + tail.slice(2),
      ]
      for (const edited of edits) {
        assert.ok(edited === word || lexicon.near(edited).includes(word), edited)
      }
    }
  }
})

test('highlights mark whole words and run nothing', () => {
  assert.equal(
    highlight('STRIPE <b>Café</b> & Co', ['cafe', 'str']),
    '<mark>STRIPE</mark> &lt;b&gt;<mark>Café</mark>&lt;/b&gt; &amp; Co',
  )
  assert.equal(highlight('nothing', ['some']), null)
})

test('words are folded: case, accents, punctuation', () => {
  assert.deepEqual(toSearchWords('AMZN*Mktp US-2K3 Crédit'), [
    'amzn',
    'mktp',
    'us',
    '2k3',
    'credit',
  ])
})
