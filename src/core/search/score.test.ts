import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scoreOf, type WantedWord } from './score.ts'

const said = (...words: string[]): WantedWord[] => words.map((word) => ({ said: word, meant: [] }))

test('words that stand as they were written, side by side, fit wholly', () => {
  assert.equal(scoreOf(said('stripe'), 'stripe transfer st a1'), 1)
  assert.equal(scoreOf(said('amzn', 'mktp'), 'amzn mktp us 2k3'), 1)
  assert.equal(scoreOf(said('mktp', 'amzn'), 'amzn mktp us 2k3'), 1)
})

test('a beginning counts as the share of the word that was written', () => {
  assert.equal(scoreOf(said('stri'), 'stripe transfer'), 0.8667)
})

test('words apart fit less the more stands between them, wherever they are nearest', () => {
  assert.equal(scoreOf(said('stripe', 'payout'), 'stripe daily payout'), 0.8)
  assert.equal(scoreOf(said('stripe', 'payout'), 'stripe on behalf of stripe payout'), 1)
})

test('a word that is meant counts a letter less than one that was written', () => {
  const wanted = [{ said: 'strpie', meant: ['stripe'] }]
  assert.equal(scoreOf(wanted, 'stripe transfer'), 0.9333)
})

test('a word that is wanted twice fits wholly, and no better', () => {
  assert.equal(scoreOf(said('stripe', 'stripe'), 'stripe transfer'), 1)
  assert.equal(scoreOf(said('stri', 'stripe'), 'stripe transfer'), 0.9333)
})

test('a text without the words does not fit', () => {
  assert.equal(scoreOf(said('stripe', 'walrus'), 'stripe transfer'), 0.2)
  assert.equal(scoreOf(said('walrus'), 'stripe transfer'), 0)
  assert.equal(scoreOf([], 'stripe transfer'), 0)
})
