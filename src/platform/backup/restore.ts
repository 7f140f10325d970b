import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ConfigError, type Config } from '../../config.ts'
import { createKeyRing, type KeyRing } from '../crypto/key-ring.ts'
import { openPool, type Connection, type Pool } from '../db/server/connect.ts'
import { migrate, type Migration } from '../db/server/migrate.ts'
import { openStore } from '../storage/open.ts'
import type { Store } from '../storage/store.ts'
import { readArchive, type ArchiveEntry } from './archive.ts'
import type { BackupHead } from './backup.ts'
import { inspectArchive, KEY_HINT } from './inspect.ts'
import { copyIn, emptyTables, setFences } from './tables.ts'

/** What was put back. */
export interface Restored {
  createdAt: string
  rows: number
  files: number
}

const HEADS = 'audit-heads.jsonl'

interface Place {
  config: Config
  /** Leads to the database; called when nothing is wrong with the archive. */
  connect: () => Promise<string>
  migrations: readonly Migration[]
}

/**
 * Puts an archive into an empty database and an empty folder of files, at the migrations it was
 * made at. The archive is read to its end first, so that one that is not whole, or that the key
 * ring does not open, is refused with a `ConfigError` before the first row; so is a place where
 * something is. What fails later leaves the place as empty as it was.
 */
export async function restore(path: string, place: Place): Promise<Restored> {
  const keyRing = requireKeyRing(place.config)
  const head = await inspectArchive(path, { keyRing, migrations: place.migrations })
  const pool = openPool({ connectionString: await place.connect(), connectionsMax: 3 })
  const connection = await pool.connect()
  const settings = { keyRing, sizeBytesMax: Infinity, now: Date.now }
  try {
    await requireEmpty(connection)
    const store = await openStore(place.config, settings)
    const site = { ...place, connection, pool, store, head }
    return await putBack(path, site).finally(() => store.close())
  } finally {
    connection.release(true)
    await pool.end()
  }
}

function requireKeyRing({ encryptionKeys, dataDir }: Config): KeyRing {
  if (encryptionKeys !== '') return createKeyRing(encryptionKeys)
  throw new ConfigError([`There is no key in ${dataDir} or in ENCRYPTION_KEYS.`, KEY_HINT])
}

interface Site extends Place {
  connection: Connection
  pool: Pool
  store: Store
  head: BackupHead
}

async function requireEmpty(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ found: string }>(
    `select relname as found from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
  )
  if (rows.length > 0)
    throw new ConfigError(['The database is not empty; restore into a new DATA_DIR or database.'])
}

async function putBack(path: string, site: Site): Promise<Restored> {
  const state: State = { rows: 0, files: [] }
  try {
    await prepare(site)
    await putEntries(path, site, state)
    await setFences(site.connection, site.head.tables, true)
    await site.connection.query('commit')
  } catch (error) {
    await undo(site, state)
    throw error
  }
  return { createdAt: site.head.createdAt, rows: state.rows, files: state.files.length }
}

async function putEntries(path: string, site: Site, state: State): Promise<void> {
  const entries = readArchive(path)
  let entry = await entries.next()
  while (!entry.done) {
    const { name, bytes } = entry.value
    if (name.startsWith('tables/')) {
      entry = await putTable(site, state, { first: entry.value, entries })
      continue
    }
    if (name.startsWith('files/')) await putFile(site, state, entry.value)
    if (name === HEADS && bytes.length > 0)
      await writeFile(join(site.config.dataDir, name), bytes, { mode: 0o600 })
    entry = await entries.next()
  }
}

/** Nothing was there before, so nothing is there after. */
async function undo({ connection, store, config }: Site, { files }: State): Promise<void> {
  await connection.query('rollback')
  await connection.query(
    `drop schema public cascade; create schema public;
     alter schema public owner to pg_database_owner; grant usage on schema public to public`,
  )
  for (const { environmentId, key } of files) await store.remove(environmentId, key)
  await rm(join(config.dataDir, HEADS), { force: true })
}

interface State {
  rows: number
  files: { environmentId: string; key: string }[]
}

/** The schema as it was, empty, in a transaction that is open from here on. */
async function prepare({ connection, pool, migrations, head }: Site): Promise<void> {
  const own = migrations.filter(({ name }) => head.migrations.includes(name))
  await migrate(
    pool,
    own,
    async (migrating) => void (await migrating.query('call make_partitions()')),
  )
  await connection.query('begin')
  await setFences(connection, head.tables, false)
  await emptyTables(connection, head.tables)
}

/** All pieces of one table go into one COPY, since rows may point to rows of a later piece. */
async function putTable(
  { connection, head }: Site,
  state: State,
  { first, entries }: { first: ArchiveEntry; entries: AsyncGenerator<ArchiveEntry> },
): Promise<IteratorResult<ArchiveEntry>> {
  const folder = `${dirname(first.name)}/`
  const table = head.tables.find(({ name }) => folder === `tables/${name}/`)
  if (!table) throw new ConfigError([`The archive has rows of ${folder} and does not name it.`])
  let next: IteratorResult<ArchiveEntry> = { done: false, value: first }
  async function* pieces(): AsyncGenerator<Buffer> {
    while (!next.done && next.value.name.startsWith(folder)) {
      yield gunzipSync(next.value.bytes)
      next = await entries.next()
    }
  }
  state.rows += await copyIn(connection, table, pieces())
  return next
}

async function putFile(
  { store }: Site,
  state: State,
  { name, bytes }: ArchiveEntry,
): Promise<void> {
  const [, environmentId, key] = name.split('/') as [string, string, string]
  if (await store.exists(environmentId, key))
    throw new ConfigError([
      `The file ${name} is there already; restore into a new folder or bucket.`,
    ])
  state.files.push({ environmentId, key })
  await store.writeSealed(environmentId, key, bytes)
}
