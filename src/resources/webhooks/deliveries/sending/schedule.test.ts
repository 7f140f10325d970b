import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAttemptsMax, ATTEMPTS_MAX, judgeFailure, type FailureFacts } from './schedule.ts'

const FAILED: FailureFacts = {
  number: 1,
  isTest: false,
  isWebhookActive: true,
  delaysSeconds: null,
}

test('attempts follow at 1 m, 5 m, 30 m, 2 h and 12 h, and the sixth failure is the last', () => {
  const verdicts = [1, 2, 3, 4, 5, 6, 7].map((number) => judgeFailure({ ...FAILED, number }))
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

test('a delivery is held while its webhook is not active, but never tried a seventh time', () => {
  const verdicts = [1, 5, 6].map((number) =>
    judgeFailure({ ...FAILED, number, isWebhookActive: false }),
  )
  assert.deepEqual(verdicts, [{ status: 'held' }, { status: 'held' }, { status: 'failed' }])
})

test('a test delivery is tried once', () => {
  assert.deepEqual(judgeFailure({ ...FAILED, isTest: true }), { status: 'failed' })
  assert.equal(getAttemptsMax({ isTest: true }), 1)
  assert.equal(getAttemptsMax({ isTest: false }), 6)
})

test('a setting can replace the delays', () => {
  const delaysSeconds = [0, 0.5, 1, 2, 3]
  const second = judgeFailure({ ...FAILED, number: 2, delaysSeconds })
  assert.deepEqual(second, { status: 'retrying', delaySeconds: 0.5 })
  assert.deepEqual(judgeFailure({ ...FAILED, number: 6, delaysSeconds }), { status: 'failed' })
})
