import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse } from '../../../../test/context.ts'
import { makeChallenge, takeChallenge } from './challenges.ts'

describe('what a passkey signs', () => {
  const house = useTestHouse({}, { worker: false })
  const make = () => Buffer.from(makeChallenge(house.house)).toString('base64url')

  test('is taken once', () => {
    const challenge = make()
    assert.equal(takeChallenge(house.house, challenge), true)
    assert.equal(takeChallenge(house.house, challenge), false)
  })

  test('is taken for five minutes', () => {
    const challenge = make()
    const later = { ...house.house, now: () => house.house.now() + 5 * 60_000 }
    assert.equal(takeChallenge(later, challenge), false)
    assert.equal(takeChallenge(house.house, challenge), true)
  })

  test('is ours: no byte of it can be another', () => {
    const bytes = Buffer.from(make(), 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const forged = Buffer.from(bytes)
      forged[at]! ^= 1
      assert.equal(takeChallenge(house.house, forged.toString('base64url')), false)
    }
    for (const text of ['', 'abc', 'A'.repeat(51)])
      assert.equal(takeChallenge(house.house, text), false)
  })
})
