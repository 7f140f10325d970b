import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EMPTY, listResponses, toPatch } from './response.ts'

describe('the response of a funder', () => {
  test('leads on from every state until the deal is funded or over', () => {
    const ends = ['funded', 'declined', 'withdrawn', 'expired']
    const seen = new Set<string>()
    const states = ['linked', 'pending', 'in_progress', 'submission_failed', 'accepted']
    for (let state = states.pop(); state !== undefined; state = states.pop()) {
      if (seen.has(state)) continue
      seen.add(state)
      const next = listResponses(state)
      assert.equal(next.length === 0, ends.includes(state), state)
      states.push(...next)
    }
    assert.deepEqual(
      ends.filter((state) => !seen.has(state)),
      [],
    )
  })

  test('is an offer with its numbers, without what was left empty', () => {
    const draft = { ...EMPTY, amount: '$50,000', factor: '1.32', term: '9', stips: 'DL, lease ,' }
    assert.deepEqual(toPatch(draft), {
      offers: [
        {
          amount: 50_000,
          factor: 1.32,
          term_months: 9,
          frequency: 'daily',
          stips: ['DL', 'lease'],
        },
      ],
    })
  })

  test('is a decline with its reason, or another state alone', () => {
    const declined = { ...EMPTY, kind: 'declined', reason: ' Too many positions ' }
    assert.deepEqual(toPatch(declined), {
      status: 'declined',
      decline_reason: 'Too many positions',
    })
    assert.deepEqual(toPatch({ ...EMPTY, kind: 'funded' }), { status: 'funded' })
  })
})
