/** An attempt that took longer has kept a hand of the worker waiting. */
const SLOW_MS = 2_000

/** When to ask again for a lane that is taken. */
export const LANE_PAUSE_SECONDS = 5

export interface Lanes {
  /** The result of the work, or null, with nothing done, when the endpoint's lane is taken. */
  through<T>(endpoint: string, work: () => Promise<T>): Promise<T | null>
}

/**
 * Keeps a slow endpoint from holding all hands of a worker: after a slow attempt it gets one hand
 * at a time, until it is fast again. Endpoints that answer, whatever they answer, never wait.
 * It is the knowledge of one process; each finds out for itself.
 */
export function createLanes(elapsedMs: () => number): Lanes {
  const taken = new Map<string, number>()
  const slow = new Set<string>()
  const change = (endpoint: string, by: 1 | -1): void => {
    const count = (taken.get(endpoint) ?? 0) + by
    if (count === 0) taken.delete(endpoint)
    else taken.set(endpoint, count)
  }
  return {
    through: async (endpoint, work) => {
      if (slow.has(endpoint) && taken.has(endpoint)) return null
      const startedMs = elapsedMs()
      change(endpoint, 1)
      try {
        return await work()
      } finally {
        change(endpoint, -1)
        if (elapsedMs() - startedMs > SLOW_MS) slow.add(endpoint)
        else slow.delete(endpoint)
      }
    },
  }
}
