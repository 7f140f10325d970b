/** An attempt that takes longer keeps a hand of the worker waiting. */
const SLOW_MS = 2_000

/** When to ask again for a lane that is closed. */
export const LANE_PAUSE_SECONDS = 5

export interface Lanes {
  /** The result of the work, or null, with nothing done, when the endpoint's lane is closed. */
  through<T>(endpoint: string, work: () => Promise<T>): Promise<T | null>
}

/**
 * Keeps a slow endpoint from holding all hands of a worker: while an attempt is slow, and after
 * one was, the endpoint gets one hand at a time until it is fast again. Endpoints that answer at
 * once, whatever they answer, never wait. This is the knowledge of one process; each finds out
 * for itself.
 */
export function createLanes(elapsedMs: () => number): Lanes {
  /** When the attempts under way began, oldest first. */
  const starts = new Map<string, number[]>()
  const slow = new Set<string>()
  const isClosed = (endpoint: string): boolean => {
    const [oldest] = starts.get(endpoint) ?? []
    if (oldest === undefined) return false
    return slow.has(endpoint) || elapsedMs() - oldest > SLOW_MS
  }
  const leave = (endpoint: string, start: number): void => {
    const rest = starts.get(endpoint)!
    rest.splice(rest.indexOf(start), 1)
    if (rest.length === 0) starts.delete(endpoint)
    if (elapsedMs() - start > SLOW_MS) slow.add(endpoint)
    else slow.delete(endpoint)
  }
  return {
    through: async (endpoint, work) => {
      if (isClosed(endpoint)) return null
      const start = elapsedMs()
      starts.set(endpoint, [...(starts.get(endpoint) ?? []), start])
      try {
        return await work()
      } finally {
        leave(endpoint, start)
      }
    },
  }
}
