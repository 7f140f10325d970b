import type { Sql } from 'sql-template-tag'
import { isRetryableTransaction } from '../errors/sqlstate.ts'
import { afterStatement, faultPoint, isFaultArmed } from '../faults.ts'
import { camelRows, type Connection, type Pool, type QueryResult } from './connect.ts'
import { createTurns } from './turns.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Longer than the second thread thinks about the rows of a request on a busy machine. */
const IDLE_MS_MAX = 120_000

/** Tries of a transaction that PostgreSQL aborted for serialization or deadlock. */
const TRIES_MAX = 3

export interface TransactionOptions {
  /**
   * `read` opens a read-only snapshot: statements inside see one state of the data. A `glance` is
   * of one statement whose values are words and numbers, and costs one round trip in place of
   * three; a `call` is the same of a function that writes.
   */
  access?: 'write' | 'read' | 'glance' | 'call'
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
  withSystem<T>(work: (db: Db) => Promise<T>, options?: TransactionOptions): Promise<T>
  ping(): Promise<void>
  close(): Promise<void>
  readonly pool: Pool
}

export function createDatabase(pool: Pool): Database {
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
    withEnvironment: (environmentId, work, options) => {
      const open = `${opening(options)};${environmentSetting(environmentId)}`
      return inTurn(environmentId, () => runOf(options)(pool, work, open))
    },
    withSystem: (work, options) =>
      inTurn('system', () => runOf(options)(pool, work, opening(options))),
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
  call: '',
}

function runOf({ access }: TransactionOptions = {}): typeof transaction {
  return access === 'glance' || access === 'call' ? glance : transaction
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
    await faultPoint('transaction.begun')
    const result = await work(statementsOf(connection, ending))
    for (const action of ending.before) await action()
    await connection.query('commit')
    await faultPoint('transaction.committed')
    return result
  } catch (error) {
    failure = error
    throw error
  } finally {
    await release(connection, failure)
    if (failure === undefined) for (const action of ending.after) action()
  }
}

/** Opens, asks and commits in one message. */
async function glance<T>(pool: Pool, work: (db: Db) => Promise<T>, open: string): Promise<T> {
  const connection = await pool.connect()
  let failure: unknown
  let isOver = false
  const rows = async <Row>(query: Sql): Promise<Row[]> => {
    if (isOver) throw new Error('A glance is of one statement')
    isOver = true
    const results = await connection.query(`${open};${withLiterals(query)};commit`)
    const found = (results as unknown as QueryResult[]).find(({ command }) => command === 'SELECT')
    return camelRows<Row>(found!.rows as Record<string, unknown>[])
  }
  const refuse = (): never => {
    throw new Error('A glance has one statement')
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

// 0193a2f4-5c1e-7b52-9d7e-2f6a4c1d8e90, read
const WORD = /^[\w-]+$/

/** The text of a statement with its values in it; several statements cannot have parameters. */
function withLiterals({ strings, values }: Sql): string {
  const literals = values.map((value) => {
    if (typeof value === 'string' && WORD.test(value)) return `'${value}'`
    if (Number.isFinite(value)) return String(value)
    throw new Error('The values of a glance are words and numbers')
  })
  return strings.reduce((text, each, at) => `${text}${literals[at - 1]}${each}`)
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
  const run = async ({ text, values }: Sql): Promise<QueryResult> => {
    const result = await connection.query(text, values)
    if (isFaultArmed()) await afterStatement(text)
    return result
  }
  const rows = async <Row>(query: Sql): Promise<Row[]> =>
    camelRows<Row>((await run(query)).rows as Record<string, unknown>[])
  return {
    connection,
    beforeCommit: (action) => void ending.before.push(action),
    afterCommit: (action) => void ending.after.push(action),
    rows,
    row: async <Row>(query: Sql) => (await rows<Row>(query))[0] ?? null,
    run: async (query) => (await run(query)).rowCount ?? 0,
  }
}
