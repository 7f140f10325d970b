/** What a piece of work returned, and the longest time in which nobody else had a turn. */
export interface Stalled<Result> {
  result: Result
  stallMs: number
}

/**
 * Runs the work and measures the longest time between two turns of the event loop, in time of the
 * processor: what other programs of the machine take does not count, so a test can rely on it.
 */
export async function measureStall<Result>(work: () => Promise<Result>): Promise<Stalled<Result>> {
  let stallMs = 0
  let before = readProcessorMs()
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
    return { result, stallMs }
  } finally {
    isWatching = false
  }
}

function readProcessorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
