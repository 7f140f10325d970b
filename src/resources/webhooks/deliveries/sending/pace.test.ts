import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPace } from './pace.ts'

/** How many of so many calls are under way at a time, when each takes so long of a made-up clock. */
async function mostAtOnce(tookMs: readonly number[]): Promise<number[]> {
  let elapsedMs = 0
  let atOnce = 0
  const seen: number[] = []
  const pace = createPace(() => elapsedMs)
  await Promise.all(
    tookMs.map((took) =>
      pace(async () => {
        atOnce += 1
        await new Promise(setImmediate)
        seen.push(atOnce)
        elapsedMs += took
        atOnce -= 1
      }),
    ),
  )
  return seen
}

test('a receiver that answers at once gets sixteen calls at a time', async () => {
  assert.equal(Math.max(...(await mostAtOnce(Array.from({ length: 60 }, () => 1)))), 16)
})

test('one of which nothing is known gets five', async () => {
  assert.equal((await mostAtOnce(Array.from({ length: 60 }, () => 1)))[0], 5)
})

test('one that takes long gets one call at a time', async () => {
  const seen = await mostAtOnce(Array.from({ length: 12 }, () => 3_000))
  assert.deepEqual(seen.slice(-6), [1, 1, 1, 1, 1, 1])
})
