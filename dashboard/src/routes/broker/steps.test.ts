import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSteps } from './steps.ts'

test('a deal that needs documents stands before its decision', () => {
  const states = toSteps('needs_documents').map(({ label, state }) => `${label}: ${state}`)
  assert.deepEqual(states.slice(2), ['Needs documents: now', 'Decision: ahead'])
})
