import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAttemptsMax, ATTEMPTS_MAX, judgeAttempt, type AttemptFacts } from './schedule.ts'

const FAILED: AttemptFacts = {
  number: 1,
  isReceived: false,
  isTest: false,
  isWebhookActive: true,
  delaysSeconds: null,
}

test('attempts follow at 1 m, 5 m, 30 m, 2 h and 12 h, and the sixth failure is the last', () => {
  const verdicts = [1, 2, 3, 4, 5, 6, 7].map((number) => judgeAttempt({ ...FAILED, number }))
  assert.deepEqual(verdicts, [
    { status: 'retrying', delaySeconds: 60 },
    { status: 'retrying', delaySeconds: 300 },
    { status: 'retrying', delaySeconds: 1800 },
    { status: 'retrying', delaySeconds: 7200 },
    { status: 'retrying', delaySeconds: 43_200 },
    { status: 'failed' },
    { status: 'failed' },
  ])
  assert.equal(ATTEMPTS_MAX, 6)
})

test('a received delivery succeeds at any attempt, whatever became of its webhook', () => {
  for (const facts of [{ number: 6 }, { isWebhookActive: false }, { isTest: true }]) {
    assert.deepEqual(judgeAttempt({ ...FAILED, ...facts, isReceived: true }), {
      status: 'succeeded',
    })
  }
})

test('a delivery is held while its webhook is not active, but never tried a seventh time', () => {
  const verdicts = [1, 5, 6].map((number) =>
    judgeAttempt({ ...FAILED, number, isWebhookActive: false }),
  )
  assert.deepEqual(verdicts, [{ status: 'held' }, { status: 'held' }, { status: 'failed' }])
})

test('a test delivery is tried once', () => {
  assert.deepEqual(judgeAttempt({ ...FAILED, isTest: true }), { status: 'failed' })
  assert.equal(getAttemptsMax({ isTest: true }), 1)
  assert.equal(getAttemptsMax({ isTest: false }), 6)
})

test('a setting can replace the delays', () => {
  const delaysSeconds = [0, 0.5, 1, 2, 3]
  const second = judgeAttempt({ ...FAILED, number: 2, delaysSeconds })
  assert.deepEqual(second, { status: 'retrying', delaySeconds: 0.5 })
  assert.deepEqual(judgeAttempt({ ...FAILED, number: 6, delaysSeconds }), { status: 'failed' })
})
