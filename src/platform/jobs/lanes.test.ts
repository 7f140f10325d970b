import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLanes } from './lanes.ts'

test('a lane holds five hands at most, others go on', () => {
  const lanes = createLanes(() => 0)
  const ends = Array.from({ length: 4 }, () => lanes.enter('busy'))
  lanes.enter('other')
  assert.deepEqual(lanes.closed(1), [])
  assert.deepEqual(lanes.closed(2), ['busy'])
  ends[0]!()
  assert.deepEqual(lanes.closed(2), [])
})

test('a lane whose last job was slow holds one hand until it is fast again', () => {
  let elapsedMs = 0
  const lanes = createLanes(() => elapsedMs)
  const slow = lanes.enter('slow')
  elapsedMs += 10_000
  slow()
  assert.deepEqual(lanes.closed(2), [])
  const next = lanes.enter('slow')
  assert.deepEqual(lanes.closed(2), ['slow'])
  next()
  lanes.enter('slow')
  assert.deepEqual(lanes.closed(2), [])
})

test('a lane is found slow while its first job still runs', () => {
  let elapsedMs = 0
  const lanes = createLanes(() => elapsedMs)
  const end = lanes.enter('hanging')
  assert.deepEqual(lanes.closed(2), [])
  elapsedMs += 3_000
  assert.deepEqual(lanes.closed(2), ['hanging'])
  end()
  assert.deepEqual(lanes.closed(2), [])
})
