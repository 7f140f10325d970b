import type { Config } from '../config.ts'
import type { Actor } from '../core/values/access/actor.ts'
import type { Cursors } from './db/page.ts'
import type { Database, Db, TransactionOptions } from './db/transaction.ts'
import type { ApiKeyHasher } from './crypto/api-key.ts'
import type { AuditSigner } from './audit-chain/signer.ts'
import type { BlindIndex } from './crypto/blind-index.ts'
import type { KeyRing } from './crypto/key-ring.ts'
import type { Egress } from './egress/egress.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Meter } from './prometheus/meter.ts'
import type { RequestLog } from './request-log/request-log.ts'
import type { Sandbox } from './sandbox/pool.ts'
import { continueTrace, type Trace } from './trace/trace.ts'
import type { UrlSigner } from './storage/signed-url.ts'
import type { Store } from './storage/store.ts'
import type { Thread } from './thread/thread.ts'
import type { UsageMeter } from './usage.ts'
import type { VirusScanner } from './virus-scan/scanner.ts'

export type Mode = 'live' | 'test'

/** A tenant's live or test half; every data row belongs to one. */
export interface Environment {
  id: string
  tenantId: string
  mode: Mode
}

/** What lives as long as the process; made once in `main.ts`, handed down as an argument. */
export interface House {
  config: Config
  database: Database
  store: Store
  /** Null unless the operator names one. */
  virusScanner: VirusScanner | null
  sandbox: Sandbox
  /** For enrichment. */
  thread: Thread
  /** For numbers of many rows; they do not wait for an enrichment. */
  reportThread: Thread
  mailer: Mailer
  egress: Egress
  keyRing: KeyRing
  blindIndex: BlindIndex
  auditSigner: AuditSigner
  apiKeys: ApiKeyHasher
  urlSigner: UrlSigner
  cursors: Cursors
  usage: UsageMeter
  requestLog: RequestLog
  log: Log
  meter: Meter
  /** Names of the migrations this code needs. */
  migrationNames: readonly string[]
  /** Milliseconds of the database's clock, as of its last reading; see platform/clock.ts. */
  now: () => number
  readClock: () => Promise<void>
  /** Aborted when the process shall stop: a request that waits for something responds then. */
  stopping: AbortController
  /** Wakes the workers: there may be something to do, now or after so many milliseconds. */
  wakeWorkers: (inMs?: number) => void
  /** Shows an event that this process has written to whoever sits at its terminal. */
  showEvent: (environment: Environment, event: WrittenEvent) => void
  /** Makes this process read every key and token anew; others do within a second. */
  forgetApiKeys: () => void
}

/** An event as it was written. */
export interface WrittenEvent {
  type: string
  submissionId: string | null
  data: Record<string, unknown>
}

/** One unit of work in one environment, inside one transaction. */
export interface Context {
  db: Db
  environment: Environment
  actor: Actor
  requestId: string
  trace: Trace
  /** The endpoint of the request with the ids of its path; none in a job. */
  target?: string
  house: House
}

/** The same before a transaction is open. */
export interface OutsideContext extends Omit<Context, 'db'> {
  transaction<T>(work: (ctx: Context) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Waits for something without counting as a request that is worked on. */
  withoutQuota<T>(wait: () => Promise<T>): Promise<T>
}

/** A request that waits on the outside: work there first, then one transaction that ends it. */
export interface RequestContext extends OutsideContext {
  /**
   * Runs the request's last transaction. What it returns is the response, stored in the same
   * transaction when the request has an idempotency key: a retry finds both, or
   * neither.
   */
  commit(work: (ctx: Context) => Promise<object>): Promise<object>
}

export const SYSTEM_ACTOR: Actor = {
  type: 'system',
  id: null,
  userId: null,
  credential: null,
  name: 'system',
  keyHint: null,
  scopes: ['*'],
  ip: null,
  userAgent: null,
}

/** What nobody has requested begins a trace of its own. */
type Untraced = Omit<Context, 'db' | 'trace'> & Partial<Pick<Context, 'trace'>>

/** Opens transactions in the environment of a context that has none yet. */
export function outside(given: Untraced): OutsideContext {
  const base = { ...given, trace: given.trace ?? continueTrace(null) }
  return {
    ...base,
    withoutQuota: (wait) => wait(),
    transaction: (work, options) =>
      base.house.database.withEnvironment(
        base.environment.id,
        (db) => work({ ...base, db }),
        options,
      ),
  }
}
