import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lowestSigningScore, signingPercent } from './owners.ts'

test('the score of the owners is the lowest of those who hold 20 % or more, or unknown', () => {
  const best = { percent: 60, score: 710 }
  const other = { percent: 20, score: 640 }
  const small = { percent: 19.9, score: 500 }
  assert.equal(lowestSigningScore([best, other, small]), 640)
  assert.equal(lowestSigningScore([best, { ...small, score: null }]), 710)
  assert.equal(lowestSigningScore([best, { percent: null, score: 500 }]), 500)
  assert.equal(lowestSigningScore([best, { ...other, score: null }]), null)
  assert.equal(lowestSigningScore([small]), null)
  assert.equal(lowestSigningScore([]), null)
})

test('what the signing owners hold together is unknown when a share is', () => {
  const owner = (percent: number | null) => ({ percent, score: null })
  assert.equal(signingPercent([owner(60), owner(20), owner(10)]), 80)
  assert.equal(signingPercent([owner(60), owner(null)]), null)
  assert.equal(signingPercent([]), null)
})
