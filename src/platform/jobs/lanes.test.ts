import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLanes } from './lanes.ts'

test('a lane holds five hands at most, others go on', () => {
  const lanes = createLanes(() => 0)
  for (let begun = 0; begun < 5; begun += 1) lanes.enter('busy')
  lanes.enter('other')
  const other = { lane: 'other', places: 4 }
  assert.deepEqual(lanes.places(), [{ lane: 'busy', places: 0 }, other])
})

test('a lane whose last job was fast holds sixteen hands, until one is not', () => {
  let elapsedMs = 0
  const lanes = createLanes(() => elapsedMs)
  const [first, second] = [lanes.enter('quick'), lanes.enter('quick')]
  first()
  assert.deepEqual(lanes.places(), [{ lane: 'quick', places: 15 }])
  elapsedMs += 500
  second()
  assert.deepEqual(lanes.places(), [])
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
  elapsedMs += 1_000
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
