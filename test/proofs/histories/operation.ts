/** What a client did, and what it knows of it. Times are milliseconds of one clock. */
export interface Operation {
  client: number
  kind: 'create' | 'write' | 'read'
  /** The name of what was created, or the register that was written or read. */
  subject: string
  /** What was written, or what was read; null for a read without response. */
  value: string | null
  beganAt: number
  /** Infinity when nobody knows whether and when it had its effect. */
  endedAt: number
  /** Known to have had its effect, known to have had none, or neither. */
  outcome: 'ok' | 'failed' | 'unknown'
  /** Of the request that did it; null when its response was a repetition of another’s. */
  requestId: string | null
}

export function isAcknowledged({ outcome }: Operation): boolean {
  return outcome === 'ok'
}
