import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startPolling, type Polling } from './polling.ts'

const REST_MS = 1_000

interface Polled {
  polling: Polling
  /** Lets time pass; returns the moments of the looks so far. */
  pass(ms: number): Promise<number[]>
}

/**
 * A clock that goes when a test moves it. The runner's own loses a timer when another that has rung is
 * cleared, as services of other suites in the process do.
 */
function stopClock({ mock }: TestContext): { now: number; ring(): void } {
  const set = new Map<NodeJS.Timeout, { atMs: number; act: () => void }>()
  const clock = {
    now: 0,
    ring: () => {
      for (const [timer, { atMs, act }] of set) if (atMs <= clock.now && set.delete(timer)) act()
    },
  }
  mock.method(performance, 'now', () => clock.now)
  mock.method(globalThis, 'setTimeout', (act: () => void, ms = 0) => {
    const timer = {} as NodeJS.Timeout
    set.set(timer, { atMs: clock.now + ms, act })
    return timer
  })
  mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout) => void set.delete(timer))
  return clock
}

/** Each look returns the next of the plans, then null. */
function poll(t: TestContext, plans: (number | null)[] = []): Polled {
  const clock = stopClock(t)
  const looks: number[] = []
  const look = async (): Promise<number | null> => {
    looks.push(clock.now)
    return plans.shift() ?? null
  }
  const polling = startPolling(look, REST_MS)
  const pass = async (ms: number): Promise<number[]> => {
    for (const end = clock.now + ms; clock.now < end;) {
      await new Promise(setImmediate)
      clock.now += 1
      clock.ring()
    }
    return looks
  }
  return { polling, pass }
}

test('a look comes at once and after every rest', async (t) => {
  assert.deepEqual(await poll(t).pass(2_500), [0, 1_000, 2_000])
})

test('a look comes when something falls due, and the rest begins anew', async (t) => {
  assert.deepEqual(await poll(t, [300]).pass(1_400), [0, 300, 1_300])
})

test('what falls due beyond the rest changes nothing', async (t) => {
  assert.deepEqual(await poll(t, [5_000]).pass(1_100), [0, 1_000])
})

test('what is due a moment later shares a look with the next', async (t) => {
  assert.deepEqual(await poll(t, [1, 1]).pass(50), [0, 20, 40])
})

test('a look that is planned comes before the rest is over, and only once', async (t) => {
  const { polling, pass } = poll(t)
  await pass(100)
  polling.lookIn(200)
  polling.lookIn(500)
  assert.deepEqual(await pass(1_300), [0, 300, 1_300])
})

test('a shorter rest holds at once, a longer one from the next look on', async (t) => {
  const { polling, pass } = poll(t)
  await pass(100)
  polling.setRest(50)
  await pass(60)
  polling.setRest(400)
  assert.deepEqual(await pass(500), [0, 150, 200, 600])
})

test('nothing is looked at after the end', async (t) => {
  const { polling, pass } = poll(t)
  await pass(10)
  polling.stop()
  polling.lookIn(1)
  assert.deepEqual(await pass(2_000), [0])
})
