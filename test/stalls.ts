/** What a piece of work returned, and what it took of the processor, on this thread. */
export interface Stalled<Result> {
  result: Result
  /** The longest time in which nobody else had a turn. */
  stallMs: number
  /** All of it: nobody can have waited longer because of this thread. */
  busyMs: number
}

/**
 * Runs the work and measures the longest time between two turns of the event loop, in time of the
 * processor: what other programs of the machine take does not count, so a test can rely on it.
 */
export async function measureStall<Result>(work: () => Promise<Result>): Promise<Stalled<Result>> {
  let stallMs = 0
  const start = readProcessorMs()
  let before = start
  let isWatching = true
  const look = (): void => {
    const now = readProcessorMs()
    stallMs = Math.max(stallMs, now - before)
    before = now
    if (isWatching) setImmediate(look)
  }
  setImmediate(look)
  try {
    const result = await work()
    look()
    return { result, stallMs, busyMs: before - start }
  } finally {
    isWatching = false
  }
}

function readProcessorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
