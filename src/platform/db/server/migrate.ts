import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '../../../config.ts'
import type { Connection, Pool } from './connect.ts'

/**
 * Any number; it only has to be ours. Two processes that start at once migrate one after the other.
 */
const ADVISORY_LOCK = 7_228_390_451

/** A lock that was not to be had in time, and a deadlock. */
const LOCK_FAULTS = ['55P03', '40P01']
const TRIES_MAX = 30
const TRY_AGAIN_MS = 300
/** How often a process looks whether the one that migrates has ended. */
const LOOK_MS = 100

export interface Migration {
  name: string
  text: string
  /** Of the last one that it stands for. */
  baseline?: Baseline
}

/** What the migrations of these names come to, for a database that is empty. */
interface Baseline {
  names: readonly string[]
  text: string
}

/**
 * The numbered migrations of a folder in order: `0001_tenants.sql`, … Where there is a
 * `0123_baseline.sql`, it stands for those up to 0123, which lie in `before-baseline/`.
 */
export function readMigrations(folder: string): Migration[] {
  const files = readFiles(folder)
  const baseline = files.find(({ name }) => name.endsWith('_baseline.sql'))
  if (!baseline) return files
  const before = readFiles(join(folder, 'before-baseline'))
  const names = before.map(({ name }) => name)
  const last = before.at(-1)!
  return [
    ...before.slice(0, -1),
    { ...last, baseline: { names, text: baseline.text } },
    ...files.filter((file) => file !== baseline),
  ]
}

function readFiles(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

/**
 * Applies what is missing, each migration in its own transaction, under a lock; an empty database
 * gets the baseline instead of those that it stands for. `upkeep` runs at every start under the
 * same lock. Returns the names applied. Refuses a database that is ahead of this code. Takes two
 * connections: the lock is that of a transaction which stays open meanwhile, since behind a pooler
 * a session is nobody's.
 */
export async function migrate(
  pool: Pool,
  migrations: readonly Migration[],
  upkeep: (connection: Connection) => Promise<void>,
): Promise<string[]> {
  const lock = await pool.connect()
  try {
    while (!(await isLockTaken(lock))) await pause(LOOK_MS)
    return await migrateLocked(await pool.connect(), migrations, upkeep)
  } finally {
    await lock.query('rollback').catch(() => {})
    lock.release()
  }
}

/**
 * Begins the transaction that has the lock; false while another process migrates. Whoever waited
 * within a statement would hold a snapshot, for whose end the other's index waits in turn.
 */
async function isLockTaken(lock: Connection): Promise<boolean> {
  await lock.query(`begin; select set_config('idle_in_transaction_session_timeout', '0', true)`)
  const { rows } = await lock.query(`select pg_try_advisory_xact_lock(${ADVISORY_LOCK}) as is_ours`)
  if (!rows[0].is_ours) await lock.query('rollback')
  return rows[0].is_ours
}

async function migrateLocked(
  connection: Connection,
  migrations: readonly Migration[],
  upkeep: (connection: Connection) => Promise<void>,
): Promise<string[]> {
  try {
    const applied = await appliedNames(connection)
    refuseDowngrade(applied, migrations)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    const baseline = applied.size === 0 ? findBaseline(migrations) : undefined
    if (baseline) await applyInTime(connection, baseline)
    for (const { name, text } of missing) {
      if (!baseline?.names.includes(name)) await applyInTime(connection, { names: [name], text })
    }
    await upkeep(connection)
    return missing.map(({ name }) => name)
  } finally {
    connection.release()
  }
}

async function appliedNames(connection: Connection): Promise<Set<string>> {
  await connection.query(`create table if not exists migrations (
    name text primary key,
    applied_at timestamptz(3) not null default now()
  )`)
  const { rows } = await connection.query<{ name: string }>('select name from migrations')
  return new Set(rows.map(({ name }) => name))
}

function refuseDowngrade(applied: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new ConfigError([
    `The database was migrated by a newer version (${unknown.join(', ')}). Start that version, or restore a backup.`,
  ])
}

/** The newest one of which every migration is wanted: a backup may stop at an older one. */
function findBaseline(migrations: readonly Migration[]): Baseline | undefined {
  const wanted = new Set(migrations.map(({ name }) => name))
  const found = migrations.findLast(({ baseline }) =>
    baseline?.names.every((name) => wanted.has(name)),
  )
  return found?.baseline
}

/** Processes of the last release are at work meanwhile: what they lock is tried for again. */
async function applyInTime(connection: Connection, migration: Baseline): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply(connection, migration)
    } catch (error) {
      const { code = '' } = (error as Error).cause as { code?: string }
      if (tries === TRIES_MAX || !LOCK_FAULTS.includes(code)) throw error
      await pause(TRY_AGAIN_MS)
    }
  }
}

/** In one message, for most migrations take less time than a way to the database and back. */
async function apply(connection: Connection, { names, text }: Baseline): Promise<void> {
  const record = `insert into migrations (name) values ('${names.join("'), ('")}')`
  try {
    if (CONCURRENT.test(text)) await applyEach(connection, [...split(text), record])
    else await applyAtOnce(connection, `${text};\n${record}`)
  } catch (error) {
    await connection.query('rollback')
    const message = `Migration ${names.at(-1)} failed: ${(error as Error).message}`
    throw new Error(message, { cause: error })
  }
}

async function applyAtOnce(connection: Connection, text: string): Promise<void> {
  const statements = [
    'begin',
    // What a crash takes is applied again; waiting for the disk would cost each a flush.
    "select set_config('lock_timeout', '1s', true), set_config('synchronous_commit', 'off', true)",
    text,
    'commit',
  ]
  await connection.query(statements.join(';\n'))
}

/** `create index concurrently rows_by_day on rows (day);` lets rows be written meanwhile. */
const CONCURRENT = /^(create|create unique|drop) index concurrently /m

/** Each in a transaction of its own, as such an index must be. */
async function applyEach(connection: Connection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.query(statement)
}

function split(text: string): string[] {
  return text.split(/;$/m).filter((statement) => statement.trim() !== '')
}
