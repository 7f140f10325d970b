import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse } from '../../../../test/context.ts'
import type { House } from '../../../platform/context.ts'
import { makeChallenge, takeChallenge } from './challenges.ts'

describe('what a passkey signs', () => {
  const house = useTestHouse({}, { worker: false })
  const make = () => Buffer.from(makeChallenge(house.house)).toString('base64url')
  const take = (given: string, by: House = house.house) =>
    by.database.withSystem((db) => takeChallenge({ house: by, db }, given))

  test('is taken once, by one of several processes', async () => {
    const challenge = make()
    const processes = [1, 2, 3, 4].map(() => ({ ...house.house }))
    const taken = await Promise.all(processes.map((by) => take(challenge, by)))
    assert.equal(taken.filter(Boolean).length, 1)
    assert.equal(await take(challenge), false)
  })

  test('is taken for five minutes', async () => {
    const challenge = make()
    const later = { ...house.house, now: () => house.house.now() + 5 * 60_000 }
    assert.equal(await take(challenge, later), false)
    assert.equal(await take(challenge), true)
  })

  test('is ours: no byte of it can be another', async () => {
    const bytes = Buffer.from(make(), 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const forged = Buffer.from(bytes)
      forged[at]! ^= 1
      assert.equal(await take(forged.toString('base64url')), false)
    }
    for (const text of ['', 'abc', 'A'.repeat(51)]) assert.equal(await take(text), false)
  })
})
