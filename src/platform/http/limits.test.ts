import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLimiter } from './limits.ts'

// reliability.md R24 for one process, whose buckets are its own. Twenty seconds: the burst of a full
// bucket is 5 % of that.

const SECONDS = 20

/** What of a steady load is admitted in the time. */
function admitted(rate: number, perSecond: number): number {
  let ms = 0
  let count = 0
  const limiter = createLimiter(rate, () => ms)
  for (let request = 0; request < perSecond * SECONDS; request += 1) {
    ms = (request * 1000) / perSecond
    try {
      limiter.take('key', 'read')
      count += 1
    } catch {
      // Refused: that is what is counted.
    }
  }
  return count
}

for (const rate of [2, 10, 100, 400]) {
  for (const load of [0.5, 1, 1.5, 2, 5]) {
    test(`a rate of ${rate} per second admits 95 to 105 % of it at ${load} times the load`, () => {
      const allowed = Math.min(load, 1) * rate * SECONDS
      const count = admitted(rate, rate * load)
      assert.ok(count >= allowed * 0.95 && count <= allowed * 1.05, `${count} of ${allowed}`)
    })
  }
}

test('a refused request says when to come again, and coming then is admitted', () => {
  let ms = 0
  const limiter = createLimiter(2, () => ms)
  limiter.take('key', 'read')
  limiter.take('key', 'read')
  assert.throws(
    () => limiter.take('key', 'read'),
    (error: { details: { headers: Record<string, string> } }) => {
      ms += Number(error.details.headers['retry-after']) * 1000
      return true
    },
  )
  assert.equal(limiter.take('key', 'read')['x-ratelimit-limit'], '2')
})
