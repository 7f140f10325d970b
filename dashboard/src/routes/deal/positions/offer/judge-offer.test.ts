import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeOffer } from './judge-offer.ts'

type Judged = Parameters<typeof judgeOffer>[0]

function judge(verdict: string | null, kept: readonly (boolean | null)[]) {
  const names = ['holdback', 'coverage', 'revenue']
  const limits = kept.map((is_kept, index) => ({ name: names[index], is_kept }))
  return judgeOffer({ affordability: verdict && { verdict }, limits } as unknown as Judged)
}

test('an offer above a limit is never called comfortable', () => {
  assert.deepEqual(judge('comfortable', [false, false, true]), {
    text: '✕ above 2 limits',
    tone: 'negative',
    note: 'holdback, coverage; by balances alone comfortable',
  })
  assert.equal(judge('tight', [false]).tone, 'negative')
  assert.equal(judge(null, [false]).note, 'holdback; by balances alone –')
})

test('within its limits an offer is as its balances say, and a limit that is not known exceeds none', () => {
  assert.equal(judge('comfortable', [true, null]).text, '✓ comfortable')
  assert.equal(judge('unaffordable', [false]).text, '✕ not affordable')
  assert.deepEqual(judge(null, []).text, '–')
})
