/** Operations that were finished within the time, per second. */
export interface Load {
  perSecond: number
  /** Of those within the time, as who waits for one sees it. */
  p95Ms: number
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
  const waits = await repeat(concurrency, operate, measuredMs)
  const perSecond = (waits.length * 1000) / (performance.now() - startedAt)
  const p95Ms = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0
  return { perSecond, p95Ms, total: before.length + waits.length }
}

async function repeat(
  concurrency: number,
  operate: () => Promise<void>,
  durationMs: number,
): Promise<number[]> {
  const deadline = performance.now() + durationMs
  const waits: number[] = []
  const lane = async (): Promise<void> => {
    while (performance.now() < deadline) {
      const startedAt = performance.now()
      await operate()
      waits.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return waits
}
