import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECKLIST, findChecklistFaults } from './checklist.ts'

test('every item of the security checklist names a test that exists, or says why not', () => {
  assert.equal(CHECKLIST.length, 67)
  assert.deepEqual(findChecklistFaults(`${import.meta.dirname}/../..`), [])
})
