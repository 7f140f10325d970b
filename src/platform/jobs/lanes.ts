/** A job that takes longer keeps a hand of the worker waiting. */
const SLOW_MS = 2_000

/** Hands that one lane may hold in a process, and one that is slow. */
export const HANDS_OF_LANE = 5
const HANDS_OF_SLOW = 1

/** Forgetting which lanes are slow is harmless: each is found out again by its next job. */
const SLOW_LANES_MAX = 1_000

/** What is known of lanes here; each process finds out for itself. */
export interface Lanes {
  /** A job of this lane begins; the answer is to be called when it ends. */
  enter(lane: string): () => void
  /** How many further hands each lane may get that may not get all of them; none for some. */
  places(): { lane: string; places: number }[]
}

/**
 * Keeps a slow endpoint from holding all hands of a worker. No lane holds more than five; one
 * whose job is slow, or whose last one was, holds one at a time until it is fast again. Endpoints
 * that answer at once, whatever they answer, never wait.
 */
export function createLanes(elapsedMs: () => number): Lanes {
  /** When the jobs under way began, oldest first. */
  const starts = new Map<string, number[]>()
  const slow = new Set<string>()
  const isSlow = (lane: string, [oldest]: number[]): boolean =>
    slow.has(lane) || (oldest !== undefined && elapsedMs() - oldest > SLOW_MS)
  const leave = (lane: string, start: number): void => {
    const rest = starts.get(lane)!
    rest.splice(rest.indexOf(start), 1)
    if (rest.length === 0) starts.delete(lane)
    if (slow.size >= SLOW_LANES_MAX) slow.clear()
    if (elapsedMs() - start > SLOW_MS) slow.add(lane)
    else slow.delete(lane)
  }
  return {
    enter: (lane) => {
      const start = elapsedMs()
      const running = starts.get(lane)
      if (running) running.push(start)
      else starts.set(lane, [start])
      return () => leave(lane, start)
    },
    places: () =>
      [...new Set([...starts.keys(), ...slow])].map((lane) => {
        const running = starts.get(lane) ?? []
        const hands = isSlow(lane, running) ? HANDS_OF_SLOW : HANDS_OF_LANE
        return { lane, places: Math.max(0, hands - running.length) }
      }),
  }
}
