import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { useTestHouse } from '../../../test/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sql } from '../../platform/db/sql.ts'
import { findWaitMs, noteFailure } from './attempts/store.ts'
import { getThrottle, type Throttle } from './throttle.ts'

async function readWait(admitted: Promise<void>): Promise<number> {
  try {
    await admitted
    return 0
  } catch (error) {
    assert.ok(error instanceof ApiError && error.code === 'too_many_attempts')
    return Number(error.details.headers!['retry-after'])
  }
}

describe('the throttle', () => {
  const house = useTestHouse({ RATE_LIMIT_PER_SECOND: '50' }, { worker: false })
  let throttle: Throttle
  let other: Throttle

  beforeEach(async () => {
    await house.house.database.pool.query('delete from attempts')
    throttle = getThrottle(house.house)
    other = getThrottle({ ...house.house })
  })

  /** As if so much time had passed. */
  const pass = (seconds: number) =>
    house.house.database.pool.query(
      `update attempts set waits_until = waits_until - $1 * interval '1 second',
        expires_at = expires_at - $1 * interval '1 second'`,
      [seconds],
    )

  test('has the sixth trial of an account wait half a minute, each further one twice as long', async () => {
    const waits: number[] = []
    for (let trial = 0; trial < 12; trial += 1) {
      const wait = await readWait(throttle.admit(`10.0.0.${trial}`, 'olivia'))
      waits.push(wait)
      await pass(wait)
      await throttle.fail('olivia')
    }
    assert.deepEqual(waits, [0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900])
    assert.equal(await readWait(throttle.admit('10.0.1.1', 'henry')), 0)
  })

  test('lets a trial be that began before an earlier failure was noted', async () => {
    const subject = 'olivia'
    const waitMs = await house.house.database.withSystem(async (db) => {
      await db.row(sql`select now()`)
      for (let trial = 0; trial < 4; trial += 1)
        await house.house.database.withSystem((other) => noteFailure(other, subject))
      return findWaitMs(db, subject)
    })
    assert.equal(waitMs, 0)
  })

  test('forgets failures after a success, and a quarter of an hour after the last wait', async () => {
    const failFiveTimes = async (): Promise<void> => {
      for (let trial = 0; trial < 5; trial += 1) await throttle.fail('olivia')
    }
    await failFiveTimes()
    await throttle.forget('olivia')
    assert.equal(await readWait(throttle.admit('10.0.0.1', 'olivia')), 0)
    await failFiveTimes()
    await pass(15 * 60 + 30)
    await throttle.fail('olivia')
    assert.equal(await readWait(throttle.admit('10.0.0.1', 'olivia')), 0)
  })

  test('gives one address thirty trials a minute, whatever accounts it tries', async () => {
    for (let trial = 0; trial < 30; trial += 1)
      assert.equal(await readWait(throttle.admit('10.0.0.1', `user ${trial}`)), 0)
    await pass(20)
    assert.equal(await readWait(throttle.admit('10.0.0.1', 'another')), 40)
    assert.equal(await readWait(throttle.admit('10.0.0.2', 'another')), 0)
    await pass(40)
    assert.equal(await readWait(throttle.admit('10.0.0.1', 'another')), 0)
  })

  test('counts over all processes, also when they try at once', async () => {
    const trials = Array.from({ length: 40 }, (_, trial) =>
      readWait([throttle, other][trial % 2]!.admit('10.0.0.1', `user ${trial}`)),
    )
    const admitted = (await Promise.all(trials)).filter((wait) => wait === 0)
    assert.equal(admitted.length, 30)
    await Promise.all([1, 2, 3, 4, 5].map(() => throttle.fail('olivia')))
    assert.equal(await readWait(other.admit('10.0.0.2', 'olivia')), 30)
  })

  test('keeps neither an address nor an account that could be read', async () => {
    await throttle.admit('10.11.12.13', 'olivia')
    await throttle.fail('olivia')
    const { rows } = await house.house.database.pool.query('select subject from attempts')
    assert.equal(rows.length, 2)
    assert.doesNotMatch(JSON.stringify(rows), /olivia|10\.11|account|address/)
  })
})
