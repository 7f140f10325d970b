import { Cron } from 'croner'
import type { Result } from './language/scope.ts'

/**
 * The first instant behind another one at which a schedule of five fields fires, by the clocks of a
 * zone; in one sentence why there is none. An hour that clocks skip fires when they have skipped
 * it, one that they repeat fires once.
 */
export function findNextFire(
  { cron, timezone }: { cron: string; timezone: string },
  afterMs: number,
): Result<number> {
  try {
    const schedule = new Cron(cron, { timezone, mode: '5-part', paused: true })
    const next = schedule.nextRun(new Date(afterMs))
    return next ? { value: next.getTime() } : { problem: `${cron} never fires.` }
  } catch (error) {
    return { problem: (error as Error).message.split('\n')[0]!.slice(0, 200) }
  }
}
