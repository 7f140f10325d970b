import type { Sql } from 'sql-template-tag'
import { isOutdatedPlan, isRetryableTransaction, isUnkeptStatement } from '../errors/sqlstate.ts'
import { afterStatement, faultPoint, isFaultArmed } from '../faults.ts'
import {
  camelRows,
  inOnePacket,
  type Connection,
  type Pool,
  type QueryResult,
} from './server/connect.ts'
import { PreparedNames } from './prepared-names.ts'
import { describeSlow, isSlow, type SlowStatement } from './slow-statements.ts'
import type { Replica } from './server/replica.ts'
import { createTurns } from './turns.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Longer than the second thread thinks about the rows of a request on a busy machine. */
const IDLE_MS_MAX = 120_000

/** Tries of a transaction that PostgreSQL aborted for a reason that another try may not meet. */
const TRIES_MAX = 3

export interface TransactionOptions {
  /**
   * `read` opens a read-only snapshot: statements inside see one state of the data. `single`
   * is of one statement, which is such a state by itself, and costs one round trip.
   */
  access?: 'write' | 'read' | 'single'
  timeoutMs?: number
  /**
   * The work only reads, much, and may do it on the replica, where there is one that has all that
   * was committed before. It may run again on the primary.
   */
  onReplica?: boolean
}

/** Statements of one open transaction. */
export interface Db {
  rows<Row>(query: Sql): Promise<Row[]>
  /** The first row, or null. */
  row<Row>(query: Sql): Promise<Row | null>
  /** Number of rows the statement changed. */
  run(query: Sql): Promise<number>
  /**
   * Runs as the last statements of the transaction, for what follows from everything that it wrote;
   * when it throws, nothing is written.
   */
  beforeCommit(action: () => Promise<void>): void
  /** Runs after the commit has succeeded; never when it has not. */
  afterCommit(action: () => void): void
  /**
   * What now() is in this transaction, to its milliseconds: a value for where a condition decides,
   * since Citus refuses now() there. A single read has none.
   */
  readonly startedAt: string
  readonly connection: Connection
}

/** How the connections of this process are used. */
interface DatabaseLoad {
  inUse: number
  idle: number
  /** Transactions that wait for one. */
  waiting: number
}

/** Opens transactions; the only way to a statement. */
export interface Database {
  /**
   * One transaction inside one environment: the application role, row security on this
   * environment, a statement time-out. Commits when `work` returns, rolls back when it throws.
   * `work` may run again after a serialization failure, so it must keep its effects inside.
   */
  withEnvironment<T>(
    environmentId: string,
    work: (db: Db) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>
  /**
   * A transaction without environment: row security shows no row; only named system functions
   * return rows.
   */
  withSystem<T>(
    work: (db: Db) => Promise<T>,
    options?: Pick<TransactionOptions, 'access'>,
  ): Promise<T>
  ping(): Promise<void>
  /** Of the primary's pool, now. */
  load(): DatabaseLoad
  close(): Promise<void>
  readonly pool: Pool
}

/** `onSlow` hears of each statement that took longer than it may. */
export function createDatabase(
  pool: Pool,
  replica: Replica | null = null,
  onSlow: (statement: SlowStatement) => void = () => {},
): Database {
  const source: Source = { pool, names: new PreparedNames(), onSlow }
  const sourceThere = { names: new PreparedNames(), onSlow }
  const turns = createTurns(pool.options.max)
  const inTurn = async <T>(name: string, attempt: () => Promise<T>): Promise<T> => {
    const end = await turns.take(name)
    try {
      return await retried(attempt)
    } finally {
      end()
    }
  }
  return {
    pool,
    withEnvironment: <T>(
      environmentId: string,
      work: (db: Db) => Promise<T>,
      options?: TransactionOptions,
    ): Promise<T> => {
      const open = [opening(options), environmentSetting(environmentId)]
      const run = options?.access === 'single' ? readOnce : transaction
      const here = (): Promise<T> => inTurn(environmentId, () => run(source, work, open))
      if (replica === null || !options?.onReplica) return here()
      const there = (other: Pool): Promise<T> => run({ ...sourceThere, pool: other }, work, open)
      return readThere(replica, there, here)
    },
    withSystem: (work, options) => {
      const run = options?.access === 'single' ? readOnce : transaction
      return inTurn('system', () => run(source, work, [opening(options)]))
    },
    ping: async () => {
      await pool.query('select 1')
    },
    load: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: turns.waiting() + pool.waitingCount,
    }),
    close: async () => {
      await Promise.all([pool.end(), replica?.close()])
    },
  }
}

async function readThere<T>(
  replica: Replica,
  there: (pool: Pool) => Promise<T>,
  here: () => Promise<T>,
): Promise<T> {
  const pool = await replica.current()
  if (pool === null) return here()
  try {
    return await there(pool)
  } catch (error) {
    if (replica.isExcused(error)) return here()
    throw error
  }
}

const ISOLATIONS = {
  write: '',
  read: ' isolation level repeatable read read only',
  single: ' read only',
}

/** Of this node alone: of a SET LOCAL Citus sends the others the whole message. */
function opening(options: TransactionOptions = {}): string {
  const isolation = ISOLATIONS[options.access ?? 'write']
  return `begin${isolation};select now() as started_at, set_config('role', 'assay_app', true),
    set_config('statement_timeout', '${options.timeoutMs ?? 5_000}', true),
    set_config('idle_in_transaction_session_timeout', '${IDLE_MS_MAX}', true),
    set_config('timezone', 'UTC', true)`
}

/**
 * Of every node, so it is SET LOCAL and in a message of its own. A literal, since the command takes
 * no parameters; the id is checked first.
 */
function environmentSetting(environmentId: string): string {
  if (!UUID.test(environmentId)) throw new Error('The environment id is not a UUID')
  return `set local app.environment_id = '${environmentId}'`
}

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= TRIES_MAX || !isRetryableTransaction(error)) throw error
    }
  }
}

interface Source {
  pool: Pool
  names: PreparedNames
  onSlow: (statement: SlowStatement) => void
}

async function transaction<T>(
  source: Source,
  work: (db: Db) => Promise<T>,
  open: string[],
): Promise<T> {
  const ending: Ending = { before: [], after: [] }
  const result = await onConnection(source, async (connection) => {
    const startedAt = await begin(connection, open)
    await faultPoint('transaction.begun')
    const send = createSender(connection, source)
    const done = await work(createDb(connection, send, { ...ending, startedAt }))
    for (const action of ending.before) await action()
    await connection.query('commit')
    await faultPoint('transaction.committed')
    return done
  })
  for (const action of ending.after) action()
  return result
}

async function begin(connection: Connection, open: string[]): Promise<string> {
  const sent = inOnePacket(connection, () => open.map((message) => connection.query(message)))
  const [opened] = (await Promise.all(sent)) as unknown as [QueryResult[]]
  return (opened.at(-1)!.rows[0] as { started_at: string }).started_at
}

/**
 * A transaction of one statement: beginning, statement and end go out together. Should the
 * beginning fail, nobody gets the rows that the statement has read.
 */
async function readOnce<T>(
  source: Source,
  work: (db: Db) => Promise<T>,
  open: string[],
): Promise<T> {
  return onConnection(source, (connection) => {
    const send = createSender(connection, source)
    let isSpent = false
    const sendOnce = async (query: Sql): Promise<QueryResult> => {
      if (isSpent) throw new Error('A single read is of one statement')
      isSpent = true
      const sent = inOnePacket(connection, () => {
        const opened = open.map((message) => connection.query(message))
        return [send(query), connection.query('commit'), ...opened] as const
      })
      return (await Promise.all(sent))[0]
    }
    return work(createDb(connection, sendOnce, { before: [], after: [], startedAt: null }))
  })
}

/** Takes a connection of the pool, and gives it back when the work is done or has failed. */
async function onConnection<T>(
  { pool, names }: Source,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect()
  let failure: unknown
  try {
    return await work(connection)
  } catch (error) {
    failure = error
    if (isUnkeptStatement(error)) names.stop()
    throw error
  } finally {
    await release(connection, failure)
  }
}

/** What a transaction still does before it commits and after it has. */
interface Ending {
  before: (() => Promise<void>)[]
  after: (() => void)[]
}

/** And when it began, where that is known before its first statement. */
type Life = Ending & { startedAt: string | null }

/**
 * A connection that cannot roll back is not given back, for its state is unknown, nor one whose
 * plans a migration has outdated.
 */
async function release(connection: Connection, failure: unknown): Promise<void> {
  if (failure === undefined) return connection.release()
  if (isOutdatedPlan(failure)) return connection.release(true)
  try {
    await connection.query('rollback')
    connection.release()
  } catch {
    connection.release(true)
  }
}

type Send = (query: Sql) => Promise<QueryResult>

function createSender(connection: Connection, { names, onSlow }: Source): Send {
  return async ({ text, values }) => {
    const name = names.nameOf(text)
    const sent = connection.query(name === null ? { text, values } : { name, text, values })
    const result = await timed(sent, (durationMs) => {
      if (isSlow(text, durationMs)) onSlow(describeSlow(text, durationMs))
    })
    if (isFaultArmed()) await afterStatement(text)
    return result
  }
}

/** Also of a statement that fails: the longest waits end in a time-out. */
async function timed<T>(work: Promise<T>, take: (durationMs: number) => void): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work
  } finally {
    take(performance.now() - startedAt)
  }
}

function createDb(connection: Connection, send: Send, life: Life): Db {
  const rows = async <Row>(query: Sql): Promise<Row[]> =>
    camelRows<Row>((await send(query)).rows as Record<string, unknown>[])
  return {
    connection,
    beforeCommit: (action) => void life.before.push(action),
    afterCommit: (action) => void life.after.push(action),
    get startedAt() {
      if (life.startedAt === null) throw new Error('A single read has no beginning of its own')
      return life.startedAt
    },
    rows,
    row: async <Row>(query: Sql) => (await rows<Row>(query))[0] ?? null,
    run: async (query) => (await send(query)).rowCount ?? 0,
  }
}
