/** Operations that were finished within the time, per second. */
export interface Load {
  perSecond: number
  /** All operations, those of the warm-up included. */
  total: number
}

const DURATION = { warmUpMs: 300, measuredMs: 1_500 }

/** Keeps `concurrency` operations under way; an operation that throws ends the run. */
export async function drive(
  concurrency: number,
  operate: () => Promise<void>,
  { warmUpMs, measuredMs } = DURATION,
): Promise<Load> {
  const before = await repeat(concurrency, operate, warmUpMs)
  const startedAt = performance.now()
  const count = await repeat(concurrency, operate, measuredMs)
  const perSecond = (count * 1000) / (performance.now() - startedAt)
  return { perSecond, total: before + count }
}

async function repeat(
  concurrency: number,
  operate: () => Promise<void>,
  durationMs: number,
): Promise<number> {
  const deadline = performance.now() + durationMs
  let count = 0
  const lane = async (): Promise<void> => {
    while (performance.now() < deadline) {
      await operate()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return count
}
