import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkTransition,
  patchedStatus,
  SUBMISSION_STATUSES,
  type SubmissionStatus,
} from './lifecycle.ts'

function canGo(from: SubmissionStatus, to: SubmissionStatus): boolean {
  try {
    checkTransition(from, to)
    return true
  } catch {
    return false
  }
}

test('a status leads to those of the reference and to no other', () => {
  const paths = SUBMISSION_STATUSES.map((from) => [
    from,
    SUBMISSION_STATUSES.filter((to) => canGo(from, to)),
  ])
  assert.deepEqual(Object.fromEntries(paths), {
    new: ['processing', 'archived'],
    processing: ['processed', 'review_required', 'failed'],
    processed: ['processing', 'reviewed', 'archived'],
    review_required: ['processing', 'reviewed', 'archived'],
    reviewed: ['processing', 'archived'],
    failed: ['processing', 'archived'],
    archived: [],
  })
})

test('a refused change names the present status and the allowed ones', () => {
  assert.throws(() => checkTransition('processing', 'archived'), {
    code: 'invalid_state_transition',
    message:
      /is processing cannot become archived; allowed from processing: processed, review_required/,
  })
})

test('archived goes back to where it was, and to nothing else', () => {
  assert.equal(
    patchedStatus({ status: 'archived', statusBeforeArchive: 'failed' }, 'processed'),
    'failed',
  )
  assert.throws(() =>
    patchedStatus({ status: 'archived', statusBeforeArchive: 'failed' }, 'reviewed'),
  )
  assert.throws(() => patchedStatus({ status: 'failed', statusBeforeArchive: null }, 'processed'))
  assert.equal(
    patchedStatus({ status: 'reviewed', statusBeforeArchive: null }, 'reviewed'),
    'reviewed',
  )
})
