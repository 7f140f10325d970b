import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../db/transaction.ts'
import { sql, type Sql } from '../db/sql.ts'

/** What the processes of one database let each other know: there may be a job to do. */
const CHANNEL = 'assay_jobs'
/** Each listener holds this lock shared, so that others can count them. */
const LISTENERS_LOCK = 4_737_213
/** Between two notices of a process; jobs that are added meanwhile share the second. */
const APART_MS = 10
const RECONNECT_MS = 1_000
const KEEP_ALIVE_MS = 10_000
const CONNECT_MS_MAX = 5_000

type OnTrouble = (error: unknown) => void

/**
 * Returns what sends a notice to the workers of other processes, that a job is due in so many
 * milliseconds. It is a transaction of its own after the one that added the job: a notice inside
 * would make the commits of all who send one wait for each other. One that is lost costs time
 * only, since workers look for jobs by themselves too.
 */
export function createNotifier(
  { withSystem }: Pick<Database, 'withSystem'>,
  onTrouble: OnTrouble,
): (inMs: number) => void {
  let dueAtMs = Infinity
  let isSending = false
  const send = async (): Promise<void> => {
    isSending = true
    while (dueAtMs < Infinity) {
      const inMs = Math.max(0, Math.ceil(dueAtMs - performance.now()))
      dueAtMs = Infinity
      // A notice is nothing that has to be on disk.
      await withSystem((db) =>
        db.run(sql`
          select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, ${`${inMs}`})`),
      ).catch(onTrouble)
      await pause(APART_MS)
    }
    isSending = false
  }
  return (inMs) => {
    dueAtMs = Math.min(dueAtMs, performance.now() + inMs)
    if (!isSending) void send()
  }
}

/** How many processes listen in this database, as an expression. */
export function countListeners(): Sql {
  return sql`(
    select count(*) from pg_locks join pg_database d on d.oid = pg_locks.database
    where d.datname = current_database() and locktype = 'advisory' and objid = ${LISTENERS_LOCK})`
}

interface Listening {
  /** Of the server itself: what a pooler hands out is no place to listen. */
  connectionString: string
  onNotice: (inMs: number) => void
  /** Called with true when notices come from now on, with false when they no longer do. */
  onChange: (isListening: boolean) => void
  onTrouble: OnTrouble
}

export interface Listener {
  close(): Promise<void>
}

/**
 * Listens for notices on a connection of its own, which takes part in no transaction. One that is
 * lost is opened again. Behind a pooler nothing listens: the session that `LISTEN` is said in goes
 * to somebody else with the next transaction.
 */
export function listenForNotices(listening: Listening): Listener {
  const closing = new AbortController()
  const done = keepListening(listening, closing.signal)
  return {
    close: async () => {
      closing.abort()
      await done
    },
  }
}

async function keepListening(listening: Listening, closing: AbortSignal): Promise<void> {
  let isTroubled = false
  while (!closing.aborted) {
    try {
      if (!(await listenOnce(listening, closing))) return
      isTroubled = false
    } catch (error) {
      if (!isTroubled) listening.onTrouble(error)
      isTroubled = true
    }
    await pause(RECONNECT_MS, undefined, { signal: closing }).catch(() => {})
  }
}

/** Until the connection ends or we close; false where there is a pooler on the way. */
async function listenOnce(
  { connectionString, onNotice, onChange }: Listening,
  closing: AbortSignal,
): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    application_name: 'assay listener',
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  // A lost connection is reported by `end`; an `error` nobody listens to would end the process.
  client.on('error', () => {})
  client.on('notification', ({ payload }) => onNotice(Number(payload) || 0))
  const end = (): void => void client.end().catch(() => {})
  try {
    await client.connect()
    if (!(await isServersOwn(client))) return false
    await client.query(`listen ${CHANNEL}`)
    await client.query(`select pg_advisory_lock_shared(${LISTENERS_LOCK})`)
    closing.addEventListener('abort', end)
    if (closing.aborted) end()
    onChange(true)
    await ended
    onChange(false)
    return true
  } finally {
    closing.removeEventListener('abort', end)
    end()
  }
}

/**
 * Whether the process that was named at the login does the statements. A pooler names one of its
 * own, or hands each transaction to another.
 */
async function isServersOwn(client: pg.Client): Promise<boolean> {
  const { processID } = client as pg.Client & { processID: number | null }
  for (let transaction = 0; transaction < 2; transaction += 1) {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    if (rows[0]!.pid !== processID) return false
  }
  return true
}
