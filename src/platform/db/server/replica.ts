import { setTimeout as pause } from 'node:timers/promises'
import { isRetryableTransaction, isUnreachable } from '../../errors/sqlstate.ts'
import type { Pool } from './connect.ts'

/**
 * A streaming replica for reads of many rows. A read is sent there only once the replica has all
 * that was committed before the read began, by whichever process, so that nobody misses
 * what they have written.
 */
export interface Replica {
  /** Where to read now; null when the primary must do it. */
  current(): Promise<Pool | null>
  /**
   * Returns whether the primary should do what the replica could not: it is gone, or the log of the
   * primary removed rows under the read.
   */
  isExcused(error: unknown): boolean
  close(): Promise<void>
}

interface ReplicaSettings {
  pool: Pool
  primary: Pool
  /** Called once for each time it is left alone. */
  onTrouble: (error: unknown) => void
  restMs?: number
}

/** A replica that is this far behind costs a reader more than the primary saves. */
const WAIT_MS_MAX = 50
const POLL_MS = 2
/** One that does not respond is left alone for so long. */
const REST_MS = 5_000

export function createReplica(settings: ReplicaSettings): Replica {
  const { pool, primary, onTrouble, restMs = REST_MS } = settings
  let restsUntil = 0
  const rest = (error: unknown): void => {
    if (performance.now() >= restsUntil) onTrouble(error)
    restsUntil = performance.now() + restMs
  }
  return {
    current: async () => {
      if (performance.now() < restsUntil) return null
      const position = await readLogPosition(primary)
      try {
        return (await hasReached(pool, position)) ? pool : null
      } catch (error) {
        rest(error)
        return null
      }
    },
    isExcused: (error) => {
      if (isUnreachable(error)) rest(error)
      return isUnreachable(error) || isRetryableTransaction(error)
    },
    close: () => pool.end(),
  }
}

/**
 * How far the log is on disk. Whatever was committed, and waited for its disk, is before it; what
 * did not wait, the request log alone, may come later.
 */
async function readLogPosition(primary: Pool): Promise<string> {
  const { rows } = await primary.query<{ position: string }>(
    'select pg_current_wal_flush_lsn()::text as position',
  )
  return rows[0]!.position
}

/** False too for a server that is no replica any more: its log is another one. */
async function hasReached(replica: Pool, position: string): Promise<boolean> {
  const deadline = performance.now() + WAIT_MS_MAX
  for (;;) {
    const { rows } = await replica.query<{ is_replica: boolean; has_it: boolean | null }>(
      `select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn() >= $1::pg_lsn as has_it`,
      [position],
    )
    const { is_replica: isReplica, has_it: hasIt } = rows[0]!
    if (isReplica && hasIt) return true
    if (!isReplica || performance.now() > deadline) return false
    await pause(POLL_MS)
  }
}
