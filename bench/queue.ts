import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../src/platform/db/server/connect.ts'

/** Waits until the service whose database this is has no job waiting or running. */
export async function settle(queue: Pool): Promise<void> {
  for (;;) {
    const { rows } = await queue.query('select queued + running as open from system_queue_state()')
    if (rows[0].open === 0) return
    await sleep(20)
  }
}
