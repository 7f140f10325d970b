/** A job that takes longer keeps a hand of the worker waiting; one that is as short does not. */
const SLOW_MS = 2_000
const FAST_MS = 100

/** Hands that one lane may hold in a process, by how its last job went. */
export const HANDS_OF_LANE = 5
const HANDS_OF_SLOW = 1
const HANDS_OF_FAST = 16

/** Forgetting how lanes went is harmless: each is found out again by its next job. */
const KNOWN_LANES_MAX = 1_000

type Pace = 'slow' | 'fast'

/** What is known of lanes here; each process finds out for itself. */
export interface Lanes {
  /** A job of this lane begins; the answer is to be called when it ends. */
  enter(lane: string): () => void
  /** How many further hands each lane may get that may not get all of them; none for some. */
  places(): { lane: string; places: number }[]
}

/**
 * Keeps a slow endpoint from holding all hands of a worker. A lane of which nothing is known holds
 * five at most, one whose last job was fast sixteen; one whose job is slow, or whose last one was,
 * holds one at a time until it is no longer. Endpoints that answer at once, whatever they answer,
 * hardly ever wait.
 */
export function createLanes(elapsedMs: () => number): Lanes {
  /** When the jobs under way began, oldest first. */
  const starts = new Map<string, number[]>()
  const paces = new Map<string, Pace>()
  const handsOf = (lane: string, [oldest]: number[]): number => {
    const isHanging = oldest !== undefined && elapsedMs() - oldest > SLOW_MS
    const pace = isHanging ? 'slow' : paces.get(lane)
    if (pace === undefined) return HANDS_OF_LANE
    return pace === 'slow' ? HANDS_OF_SLOW : HANDS_OF_FAST
  }
  const leave = (lane: string, start: number): void => {
    const rest = starts.get(lane)!
    rest.splice(rest.indexOf(start), 1)
    if (rest.length === 0) starts.delete(lane)
    if (paces.size >= KNOWN_LANES_MAX) paces.clear()
    const tookMs = elapsedMs() - start
    if (tookMs > SLOW_MS) paces.set(lane, 'slow')
    else if (tookMs <= FAST_MS) paces.set(lane, 'fast')
    else paces.delete(lane)
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
      [...new Set([...starts.keys(), ...paces.keys()])].map((lane) => {
        const running = starts.get(lane) ?? []
        return { lane, places: Math.max(0, handsOf(lane, running) - running.length) }
      }),
  }
}
