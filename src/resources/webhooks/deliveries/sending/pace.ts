import pLimit from 'p-limit'

/** Deliveries of one webhook that are on their way at a time, by how long the last one took. */
const AT_ONCE = { unknown: 5, slow: 1, fast: 16 }
const SLOW_MS = 2_000
const FAST_MS = 100

/** Calls one receiver, as often at once as it bears. */
export type Pace = <T>(call: () => Promise<T>) => Promise<T>

/**
 * One that answers at once, whatever it answers, gets many calls at a time; one that does not
 * answer gets one, so that what waits for it holds few connections.
 */
export function createPace(elapsedMs: () => number): Pace {
  const limit = pLimit(AT_ONCE.unknown)
  return (call) =>
    limit(async () => {
      const start = elapsedMs()
      try {
        return await call()
      } finally {
        limit.concurrency = atOnceAfter(elapsedMs() - start)
      }
    })
}

function atOnceAfter(tookMs: number): number {
  if (tookMs > SLOW_MS) return AT_ONCE.slow
  return tookMs <= FAST_MS ? AT_ONCE.fast : AT_ONCE.unknown
}
