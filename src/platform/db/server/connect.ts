import pg from 'pg'
import { toCamel } from '../../../core/values/text.ts'

/** Type ids of PostgreSQL whose text form we read ourselves. */
const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

export interface DatabaseSettings {
  connectionString: string
  connectionsMax: number
  /**
   * Statements go out at once, also while an earlier one of the same connection is waited for, so
   * that several cost one round trip. Connections of such a pool take no COPY.
   */
  isPipelined?: boolean
  /** How long a new connection may take; nobody waits for a response while a process starts. */
  connectMs?: number
}

/** A request that gets no connection within this time gets a 503. */
const CONNECT_MS = 5_000

export type Pool = pg.Pool
export type Connection = pg.PoolClient
export type QueryResult = pg.QueryResult

/**
 * Opens a pool whose values are ours: int8 as safe integers, dates as text, instants as ISO 8601
 * with milliseconds. Sessions run in UTC. Connections carry no rights of their own to use: every
 * statement runs inside a transaction of `transaction.ts`, which takes a role first.
 */
export function openPool(settings: DatabaseSettings): Pool {
  const pool = new pg.Pool({
    connectionString: settings.connectionString,
    max: settings.connectionsMax,
    // One stays warm: a new one plans everything anew.
    min: 1,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: settings.connectMs ?? CONNECT_MS,
    keepAlive: true,
    application_name: 'assay',
    pipeline: settings.isPipelined ?? false,
    types: { getTypeParser: getParser as typeof pg.types.getTypeParser },
  })
  // A broken connection is replaced by the pool at next use, and whoever uses one gets the error
  // of its statement. Without listeners, for idle ones and for lent ones, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (connection) => void connection.on('error', () => {}))
  return pool
}

function getParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8) return toSafeInteger
  if (oid === DATE) return (text) => text
  if (oid === TIMESTAMPTZ) return (text) => new Date(text).toISOString()
  return pg.types.getTypeParser(oid, format) as (text: string) => unknown
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`Integer ${text} is beyond 2^53`)
  return value
}

/** What is sent meanwhile goes out together: each packet of its own wakes the server. */
export function inOnePacket<T>(connection: Connection, send: () => T): T {
  const { stream } = connection.connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

const camelNames = new Map<string, string>()

/**
 * Rows with snake_case columns as objects with camelCase keys; inside the house there is one case.
 */
export function camelRows<Row>(rows: Record<string, unknown>[]): Row[] {
  return rows.map((row) => {
    const camel: Record<string, unknown> = {}
    for (const column in row) {
      let name = camelNames.get(column)
      if (name === undefined) camelNames.set(column, (name = toCamel(column)))
      camel[name] = row[column]
    }
    return camel as Row
  })
}

/** Names and addresses that lead nowhere are known by then. */
const PROBE_TIMEOUT_MS = 2_000

/** Connects once; returns the server's version, such as `15.18`, or null when it names none. */
export async function probeServer(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROBE_TIMEOUT_MS })
  client.on('error', () => {})
  let version: string | null = null
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName === 'server_version') version = parameterValue
  })
  try {
    await client.connect()
    return version
  } finally {
    await client.end()
  }
}

/**
 * Makes a database of this name on the server unless it is there; returns its connection string.
 */
export async function ensureDatabase(
  serverConnectionString: string,
  name: string,
): Promise<string> {
  const client = new pg.Client({ connectionString: serverConnectionString })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${name}`).catch(ignoreDuplicate)
  } finally {
    await client.end()
  }
  return connectionStringTo(serverConnectionString, name)
}

/**
 * The same server, another database. A socket's string has no host, so it is not a URL to every
 * parser.
 */
export function connectionStringTo(connectionString: string, database: string): string {
  return connectionString.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`)
}

/** Another process of the same copy may be faster: its database is as good. */
function ignoreDuplicate(error: unknown): void {
  const { code } = error as { code?: string }
  if (code !== '42P04' && code !== '23505') throw error
}
