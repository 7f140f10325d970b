import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scoreText, type WantedWord } from './score.ts'

const toWanted = (...words: string[]): WantedWord[] =>
  words.map((word) => ({ typed: word, meant: [] }))

test('words that stand as they were written, side by side, fit wholly', () => {
  assert.equal(scoreText(toWanted('stripe'), 'stripe transfer st a1'), 1)
  assert.equal(scoreText(toWanted('amzn', 'mktp'), 'amzn mktp us 2k3'), 1)
  assert.equal(scoreText(toWanted('mktp', 'amzn'), 'amzn mktp us 2k3'), 1)
})

test('a beginning counts as the share of the word that was written', () => {
  assert.equal(scoreText(toWanted('stri'), 'stripe transfer'), 0.8667)
})

test('words apart fit less the more stands between them, wherever they are nearest', () => {
  assert.equal(scoreText(toWanted('stripe', 'payout'), 'stripe daily payout'), 0.8)
  assert.equal(scoreText(toWanted('stripe', 'payout'), 'stripe on behalf of stripe payout'), 1)
})

test('a word that is meant counts a letter less than one that was written', () => {
  const wanted = [{ typed: 'strpie', meant: ['stripe'] }]
  assert.equal(scoreText(wanted, 'stripe transfer'), 0.9333)
})

test('a word that is wanted twice fits wholly, and no better', () => {
  assert.equal(scoreText(toWanted('stripe', 'stripe'), 'stripe transfer'), 1)
  assert.equal(scoreText(toWanted('stri', 'stripe'), 'stripe transfer'), 0.9333)
})

test('a text without the words does not fit', () => {
  assert.equal(scoreText(toWanted('stripe', 'walrus'), 'stripe transfer'), 0.2)
  assert.equal(scoreText(toWanted('walrus'), 'stripe transfer'), 0)
  assert.equal(scoreText([], 'stripe transfer'), 0)
})
