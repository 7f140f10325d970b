import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STAGES } from '../../../../src/resources/broker/lifecycle.ts'
import { toSteps } from './steps.ts'

test('every stage of the service is one step of the way', () => {
  for (const stage of STAGES)
    assert.equal(toSteps(stage).filter(({ state }) => state === 'now').length, 1, stage)
})

test('a deal that needs documents stands before its decision', () => {
  const states = toSteps('needs_documents').map(({ label, state }) => `${label}: ${state}`)
  assert.deepEqual(states.slice(2), ['Needs documents: now', 'Decision: ahead'])
})
