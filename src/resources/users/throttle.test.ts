import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../platform/errors/api-error.ts'
import { createThrottle } from './throttle.ts'

function readWait(admit: () => void): number {
  try {
    admit()
    return 0
  } catch (error) {
    assert.ok(error instanceof ApiError && error.code === 'too_many_attempts')
    return Number(error.details.headers!['retry-after'])
  }
}

test('the sixth trial of an account waits half a minute, and each further one twice as long', () => {
  let now = 0
  const throttle = createThrottle(() => now)
  const waits: number[] = []
  for (let trial = 0; trial < 12; trial += 1) {
    const wait = readWait(() => throttle.admit(`10.0.0.${trial}`, 'olivia'))
    waits.push(wait)
    now += wait * 1000
    throttle.fail('olivia')
  }
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900])
  assert.equal(
    readWait(() => throttle.admit('10.0.1.1', 'henry')),
    0,
  )
})

test('a success forgets the failures, and so does a quarter of an hour', () => {
  let now = 0
  const throttle = createThrottle(() => now)
  for (let trial = 0; trial < 5; trial += 1) throttle.fail('olivia')
  throttle.forget('olivia')
  assert.equal(
    readWait(() => throttle.admit('10.0.0.1', 'olivia')),
    0,
  )
  for (let trial = 0; trial < 5; trial += 1) throttle.fail('olivia')
  now += 15 * 60_000 + 30_000
  throttle.fail('olivia')
  assert.equal(
    readWait(() => throttle.admit('10.0.0.1', 'olivia')),
    0,
  )
})

test('one address has thirty trials a minute, whatever accounts it tries', () => {
  let now = 0
  const throttle = createThrottle(() => now)
  for (let trial = 0; trial < 30; trial += 1)
    assert.equal(
      readWait(() => throttle.admit('10.0.0.1', `user ${trial}`)),
      0,
    )
  now += 20_000
  assert.equal(
    readWait(() => throttle.admit('10.0.0.1', 'another')),
    40,
  )
  assert.equal(
    readWait(() => throttle.admit('10.0.0.2', 'another')),
    0,
  )
  now += 40_000
  assert.equal(
    readWait(() => throttle.admit('10.0.0.1', 'another')),
    0,
  )
})
