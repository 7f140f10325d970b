import { setTimeout as sleep } from 'node:timers/promises'
import type { OutsideContext } from './context.ts'

/**
 * Waits inside a request. Returns false at once when the process shall stop: the caller then
 * ends with what it has, so that nobody's patience holds up a restart.
 */
export async function pause(ctx: OutsideContext, durationMs: number): Promise<boolean> {
  const { signal } = ctx.house.stopping
  await ctx.withoutQuota(() => sleep(durationMs, undefined, { signal }).catch(() => {}))
  return !signal.aborted
}
