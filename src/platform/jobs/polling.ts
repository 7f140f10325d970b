/** Looks for work again and again: after a rest, or sooner where something is planned. */
export interface Polling {
  /** The next look comes no later than this. */
  lookIn(ms: number): void
  /** Sets the longest rest between two looks. */
  setRest(ms: number): void
  stop(): void
}

/** Planned work that falls due a moment later than other work shares its look. */
const APART_MS_MIN = 20

/**
 * Calls `look` now and then after every rest. It returns after how many milliseconds there will be
 * something to do, or null; it must not throw.
 */
export function startPolling(look: () => Promise<number | null>, restMs: number): Polling {
  let rest = restMs
  let timer: NodeJS.Timeout | undefined
  let nextAtMs = Infinity
  let isStopped = false
  const lookIn = (wantedMs: number): void => {
    // A timer holds 24 days; what is later than a rest is found by the looks before it.
    const ms = Math.min(wantedMs, rest)
    const atMs = performance.now() + ms
    if (isStopped || atMs >= nextAtMs) return
    clearTimeout(timer)
    nextAtMs = atMs
    timer = setTimeout(() => void turn(), ms)
  }
  const turn = async (): Promise<void> => {
    // Before the look, so that what is planned during it is not lost.
    nextAtMs = Infinity
    const dueInMs = await look()
    lookIn(dueInMs === null ? rest : Math.min(rest, Math.max(dueInMs, APART_MS_MIN)))
  }
  void turn()
  return {
    lookIn,
    setRest: (ms) => {
      rest = ms
      lookIn(ms)
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
