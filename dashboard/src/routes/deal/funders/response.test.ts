import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LINK_STATUSES } from '../../../../../src/resources/funders/links/lifecycle.ts'
import { EMPTY, listResponses, toPatch } from './response.ts'

describe('the response of a funder', () => {
  test('leads from each state to states that the service has', () => {
    for (const status of LINK_STATUSES)
      for (const next of listResponses(status))
        assert.ok((LINK_STATUSES as readonly string[]).includes(next), `${status} to ${next}`)
    assert.deepEqual(listResponses('funded'), [])
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
