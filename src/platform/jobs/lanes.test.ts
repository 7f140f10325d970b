import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLanes } from './lanes.ts'

test('an endpoint that was slow gets one hand at a time, others do not wait for it', async () => {
  let elapsedMs = 0
  const lanes = createLanes(() => elapsedMs)
  await lanes.through('slow', async () => void (elapsedMs += 10_000))
  const gate = Promise.withResolvers<string>()
  const first = lanes.through('slow', () => gate.promise)
  assert.equal(await lanes.through('slow', async () => 'second'), null)
  assert.equal(await lanes.through('other', async () => 'other'), 'other')
  gate.resolve('first')
  assert.equal(await first, 'first')
})

test('an endpoint is found slow while the first attempt still runs', async () => {
  let elapsedMs = 0
  const lanes = createLanes(() => elapsedMs)
  const gate = Promise.withResolvers<string>()
  const first = lanes.through('hanging', () => gate.promise)
  assert.equal(await lanes.through('hanging', async () => 'early'), 'early')
  elapsedMs += 3_000
  assert.equal(await lanes.through('hanging', async () => 'late'), null)
  gate.resolve('first')
  assert.equal(await first, 'first')
})

test('an endpoint that is fast again gets all hands again', async () => {
  let elapsedMs = 0
  const lanes = createLanes(() => elapsedMs)
  await lanes.through('healed', async () => void (elapsedMs += 10_000))
  await lanes.through('healed', async () => 'fast')
  const gate = Promise.withResolvers<string>()
  const first = lanes.through('healed', () => gate.promise)
  assert.equal(await lanes.through('healed', async () => 'second'), 'second')
  gate.resolve('first')
  await first
})

test('a fault inside frees the lane', async () => {
  let elapsedMs = 0
  const lanes = createLanes(() => elapsedMs)
  const fault = async (): Promise<never> => {
    elapsedMs += 10_000
    throw new Error('broken')
  }
  await assert.rejects(lanes.through('broken', fault), /broken/)
  assert.equal(await lanes.through('broken', async () => 'next'), 'next')
})
