import type { Log } from '../log.ts'
import { operationName } from '../trace/operation.ts'
import { isLocking, statementName } from './statement-name.ts'

/** A statement that took longer than it may, without its values. */
export interface SlowStatement {
  /** The route or job that sent it. */
  operation: string
  /** `update transactions` */
  statement: string
  isLockWait: boolean
  durationMs: number
}

const SLOW_MS = 250
/** Rows are locked by their keys, so that nearly all of this time is spent waiting. */
const LOCK_WAIT_MS = 100

/** Whether a statement took longer than it may: as slow work, or waiting for a lock. */
export function isSlow(text: string, durationMs: number): boolean {
  return durationMs > SLOW_MS || (durationMs > LOCK_WAIT_MS && isLocking(text))
}

/** What is logged of it; the operation is that under way. */
export function describeSlow(text: string, durationMs: number): SlowStatement {
  return {
    operation: operationName(),
    statement: statementName(text),
    isLockWait: isLocking(text),
    durationMs: Math.round(durationMs),
  }
}

/** Logs one line for each. */
export function logSlow(log: Log): (statement: SlowStatement) => void {
  return ({ operation, statement, isLockWait, durationMs }) =>
    log.warn(
      { operation, statement, duration_ms: durationMs },
      isLockWait ? 'long wait for a lock' : 'slow statement',
    )
}
