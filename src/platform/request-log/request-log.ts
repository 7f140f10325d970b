import type { Credential } from '../../core/values/access/actor.ts'
import type { Database } from '../db/transaction.ts'
import { sql } from '../db/sql.ts'

/** One finished request of a key or a token. */
export interface LoggedRequest {
  environmentId: string
  /** The request id without its prefix, as a UUID. */
  id: string
  at: string
  method: string
  /** The address as the route declares it, and as it was requested, without its query. */
  route: string
  path: string
  status: number
  durationMs: number
  /** Of the key, the session or the grant. */
  apiKeyId: string
  credentialKind: Credential['kind']
  ip: string | null
  userAgent: string | null
  idempotencyKey: string | null
  isReplay: boolean
  errorCode: string | null
  errorParam: string | null
  bodyOutline: unknown
}

/**
 * Gathers requests in memory and writes them each second, a statement per environment: what a
 * request costs more is a push. What comes faster than it can be written is dropped and counted.
 */
export interface RequestLog {
  record(request: LoggedRequest): void
  flush(): Promise<void>
  close(): Promise<void>
}

const FLUSH_INTERVAL_MS = 1000
const WAITING_MAX = 10_000

export function createRequestLog(
  database: Database,
  onTrouble: (trouble: { error?: unknown; dropped?: number }) => void,
): RequestLog {
  let waiting: LoggedRequest[] = []
  let dropped = 0
  let flushing: Promise<void> = Promise.resolve()
  const flush = (): Promise<void> => {
    const full = waiting
    waiting = []
    if (dropped > 0) onTrouble({ dropped })
    dropped = 0
    if (full.length > 0)
      flushing = flushing
        .then(() => write(database, full))
        .catch((error: unknown) => onTrouble({ error }))
    return flushing
  }
  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS)
  timer.unref()
  return {
    record: (request) => {
      if (waiting.length < WAITING_MAX) waiting.push(request)
      else dropped += 1
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

/** A switched-off log keeps nothing. */
export function noRequestLog(): RequestLog {
  return { record: () => {}, flush: async () => {}, close: async () => {} }
}

async function write(database: Database, requests: LoggedRequest[]): Promise<void> {
  const groups = Map.groupBy(requests, ({ environmentId }) => environmentId)
  for (const [environmentId, own] of groups) {
    const rows = JSON.stringify(own)
    await database.withEnvironment(environmentId, async (db) => {
      // A second of the log may be lost with the machine; no request waits for its disk.
      await db.run(sql`set local synchronous_commit = off`)
      await db.run(sql`
        insert into request_log (environment_id, id, at, method, route, path, status, duration_ms,
          api_key_id, credential_kind, ip, user_agent, idempotency_key, is_replay, error_code, error_param,
          body_outline)
        select ${environmentId}, id, at, method, route, path, status, "durationMs", "apiKeyId",
          "credentialKind", ip,
          "userAgent", "idempotencyKey", "isReplay", "errorCode", "errorParam", "bodyOutline"
        from jsonb_to_recordset(${rows}::jsonb) as r (id uuid, at timestamptz, method text,
          route text, path text, status smallint, "durationMs" real, "apiKeyId" uuid,
          "credentialKind" text, ip text,
          "userAgent" text, "idempotencyKey" text, "isReplay" boolean, "errorCode" text,
          "errorParam" text, "bodyOutline" jsonb)
        on conflict do nothing`)
    })
  }
}
