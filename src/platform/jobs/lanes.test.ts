import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLanes } from './lanes.ts'

test('a lane holds five hands at most, others go on', () => {
  const lanes = createLanes(() => 0)
  const ends = Array.from({ length: 5 }, () => lanes.enter('busy'))
  lanes.enter('other')
  const other = { lane: 'other', places: 4 }
  assert.deepEqual(lanes.places(), [{ lane: 'busy', places: 0 }, other])
  ends[0]!()
  assert.deepEqual(lanes.places(), [{ lane: 'busy', places: 1 }, other])
})

test('a lane whose last job was slow holds one hand until it is fast again', () => {
  let elapsedMs = 0
  const lanes = createLanes(() => elapsedMs)
  const slow = lanes.enter('slow')
  elapsedMs += 10_000
  slow()
  assert.deepEqual(lanes.places(), [{ lane: 'slow', places: 1 }])
  const next = lanes.enter('slow')
  assert.deepEqual(lanes.places(), [{ lane: 'slow', places: 0 }])
  next()
  assert.deepEqual(lanes.places(), [])
})

test('a lane is found slow while its first job still runs', () => {
  let elapsedMs = 0
  const lanes = createLanes(() => elapsedMs)
  const end = lanes.enter('hanging')
  assert.deepEqual(lanes.places(), [{ lane: 'hanging', places: 4 }])
  elapsedMs += 3_000
  assert.deepEqual(lanes.places(), [{ lane: 'hanging', places: 0 }])
  end()
  assert.deepEqual(lanes.places(), [{ lane: 'hanging', places: 1 }])
})
