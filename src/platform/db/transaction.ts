import type { Sql } from 'sql-template-tag'
import { isRetryableTransaction } from '../errors/sqlstate.ts'
import { camelRows, type Connection, type Pool } from './connect.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Longer than the second thread thinks about the rows of a request on a busy machine. */
const IDLE_MS_MAX = 120_000

/** Tries of a transaction that PostgreSQL aborted for serialization or deadlock. */
const TRIES_MAX = 3

export interface TransactionOptions {
  /**
   * `read` opens a read-only snapshot: statements inside see one state of the data. A `glance` is
   * of one statement, of which there are few, and is planned once per connection.
   */
  access?: 'write' | 'read' | 'glance'
  timeoutMs?: number
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
  readonly connection: Connection
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
   * answer.
   */
  withSystem<T>(work: (db: Db) => Promise<T>): Promise<T>
  ping(): Promise<void>
  close(): Promise<void>
  readonly pool: Pool
}

export function createDatabase(pool: Pool): Database {
  return {
    pool,
    withEnvironment: (environmentId, work, options) => {
      const run = options?.access === 'glance' ? glance : transaction
      const open = `${opening(options)};${environmentSetting(environmentId)}`
      return retried(() => run(pool, work, open))
    },
    withSystem: (work) => retried(() => transaction(pool, work, opening())),
    ping: async () => {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}

const ISOLATIONS = {
  write: '',
  read: ' isolation level repeatable read read only',
  glance: ' read only',
}

function opening(options: TransactionOptions = {}): string {
  const isolation = ISOLATIONS[options.access ?? 'write']
  return [
    `begin${isolation}`,
    'set local role assay_app',
    `set local statement_timeout = ${options.timeoutMs ?? 5_000}`,
    `set local idle_in_transaction_session_timeout = ${IDLE_MS_MAX}`,
    "set local timezone = 'UTC'",
  ].join(';')
}

/**
 * A literal, because Citus does not propagate set_config to its workers; the id is checked first.
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

async function transaction<T>(pool: Pool, work: (db: Db) => Promise<T>, open: string): Promise<T> {
  const connection = await pool.connect()
  const ending: Ending = { before: [], after: [] }
  let failure: unknown
  try {
    await connection.query(open)
    const result = await work(statementsOf(connection, ending))
    for (const action of ending.before) await action()
    await connection.query('commit')
    return result
  } catch (error) {
    failure = error
    throw error
  } finally {
    await release(connection, failure)
    if (failure === undefined) for (const action of ending.after) action()
  }
}

/** Opens, asks and commits; the server has the plan of the statement from before. */
async function glance<T>(pool: Pool, work: (db: Db) => Promise<T>, open: string): Promise<T> {
  const connection = await pool.connect()
  let failure: unknown
  let isOver = false
  const rows = async <Row>({ text, values }: Sql): Promise<Row[]> => {
    if (isOver) throw new Error('A glance is of one statement')
    isOver = true
    await connection.query(open)
    const found = await connection.query({ name: planNameOf(text), text, values })
    await connection.query('commit')
    return camelRows<Row>(found.rows as Record<string, unknown>[])
  }
  const refuse = (): never => {
    throw new Error('A glance only reads')
  }
  try {
    return await work({
      connection,
      rows,
      row: async <Row>(query: Sql) => (await rows<Row>(query))[0] ?? null,
      run: refuse,
      beforeCommit: refuse,
      afterCommit: refuse,
    })
  } catch (error) {
    failure = error
    throw error
  } finally {
    await release(connection, failure)
  }
}

const planNames = new Map<string, string>()

/** A connection keeps a plan under a name; there are as many as glances in the code. */
function planNameOf(text: string): string {
  const name = planNames.get(text) ?? `glance_${planNames.size + 1}`
  planNames.set(text, name)
  return name
}

/** What a transaction still does before it commits and after it has. */
interface Ending {
  before: (() => Promise<void>)[]
  after: (() => void)[]
}

/** A connection that cannot roll back is not given back: its state is unknown. */
async function release(connection: Connection, failure: unknown): Promise<void> {
  if (failure === undefined) return connection.release()
  try {
    await connection.query('rollback')
    connection.release()
  } catch {
    connection.release(true)
  }
}

function statementsOf(connection: Connection, ending: Ending): Db {
  return {
    connection,
    beforeCommit: (action) => void ending.before.push(action),
    afterCommit: (action) => void ending.after.push(action),
    rows: async <Row>(query: Sql) =>
      camelRows<Row>(
        (await connection.query(query.text, query.values)).rows as Record<string, unknown>[],
      ),
    row: async <Row>(query: Sql) =>
      camelRows<Row>(
        (await connection.query(query.text, query.values)).rows as Record<string, unknown>[],
      )[0] ?? null,
    run: async (query) => (await connection.query(query.text, query.values)).rowCount ?? 0,
  }
}
