import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ConfigError, type Config } from '../../config.ts'
import { createKeyRing } from '../crypto/key-ring.ts'
import { openPool, type Connection } from '../db/connect.ts'
import { migrate, type Migration } from '../db/migrate.ts'
import { openStore } from '../storage/open.ts'
import type { Store } from '../storage/store.ts'
import { readArchive, type ArchiveEntry } from './archive.ts'
import type { BackupHead, BackupManifest } from './backup.ts'
import { copyIn, emptyTables, setFences } from './tables.ts'

/** What was put back. */
export interface Restored {
  createdAt: string
  rows: number
  files: number
}

interface Place {
  config: Config
  connectionString: string
  migrations: readonly Migration[]
}

/**
 * Puts an archive into an empty database and an empty folder of files, at the migrations it was
 * made at. Throws a `ConfigError` when something is there already, when the key ring lacks a key,
 * or when the archive is not whole; then nothing of the rows is kept.
 */
export async function restore(path: string, place: Place): Promise<Restored> {
  const pool = openPool({ connectionString: place.connectionString, connectionsMax: 3 })
  const connection = await pool.connect()
  try {
    await requireEmpty(connection)
    return await putBack(path, { ...place, connection, pool })
  } finally {
    connection.release(true)
    await pool.end()
  }
}

type Site = Place & { connection: Connection; pool: ReturnType<typeof openPool> }

async function requireEmpty(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ found: string | null }>(
    `select to_regclass('migrations') as found`,
  )
  if (rows[0]!.found !== null)
    throw new ConfigError(['The database is not empty; restore into a new DATA_DIR or database.'])
}

async function putBack(path: string, site: Site): Promise<Restored> {
  const { config, connection } = site
  const keyRing = createKeyRing(config.encryptionKeys)
  const store = await openStore(config, { keyRing, sizeBytesMax: Infinity, now: Date.now })
  const state: State = { head: null, manifest: null, rows: 0, files: 0, sums: {} }
  const entries = readArchive(path)
  let entry = await entries.next()
  while (!entry.done) {
    const { name } = entry.value
    if (name.startsWith('tables/')) {
      entry = await putTable(site, state, { first: entry.value, entries })
      continue
    }
    if (name.startsWith('files/')) await putFile(store, state, entry.value)
    else await putOther(site, state, entry.value)
    entry = await entries.next()
  }
  requireWhole(state)
  await setFences(connection, state.head!.tables, true)
  await connection.query('commit')
  return { createdAt: state.head!.createdAt, rows: state.rows, files: state.files }
}

interface State {
  head: BackupHead | null
  manifest: BackupManifest | null
  rows: number
  files: number
  sums: Record<string, string>
}

async function putOther(site: Site, state: State, { name, bytes }: ArchiveEntry): Promise<void> {
  if (name === 'head.json') {
    state.head = JSON.parse(bytes.toString()) as BackupHead
    await prepare(site, state.head)
  } else if (name === 'manifest.json') {
    state.manifest = JSON.parse(bytes.toString()) as BackupManifest
  } else if (name === 'audit-heads.jsonl' && bytes.length > 0) {
    await writeFile(join(site.config.dataDir, name), bytes, { mode: 0o600 })
  }
}

/** The schema as it was, empty, in a transaction that is open from here on. */
async function prepare(
  { config, connection, pool, migrations }: Site,
  head: BackupHead,
): Promise<void> {
  const known = new Set(migrations.map(({ name }) => name))
  const foreign = head.migrations.filter((name) => !known.has(name))
  const { kids } = createKeyRing(config.encryptionKeys)
  const lacking = head.keyIds.filter((kid) => !kids.includes(kid))
  const problems = [
    ...(foreign.length > 0 ? [`The archive is of a newer version (${foreign.join(', ')}).`] : []),
    ...lacking.map((kid) => `ENCRYPTION_KEYS lacks the key ${kid}, which the archive needs.`),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
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
  { connection }: Site,
  state: State,
  { first, entries }: { first: ArchiveEntry; entries: AsyncGenerator<ArchiveEntry> },
): Promise<IteratorResult<ArchiveEntry>> {
  const folder = `${dirname(first.name)}/`
  const table = state.head?.tables.find(({ name }) => folder === `tables/${name}/`)
  if (!table) throw new ConfigError([`The archive has rows of ${folder} and does not name it.`])
  const hash = createHash('sha256')
  let next: IteratorResult<ArchiveEntry> = { done: false, value: first }
  async function* pieces(): AsyncGenerator<Buffer> {
    while (!next.done && next.value.name.startsWith(folder)) {
      const piece = gunzipSync(next.value.bytes)
      hash.update(piece)
      yield piece
      next = await entries.next()
    }
  }
  state.rows += await copyIn(connection, table, pieces())
  state.sums[table.name] = hash.digest('hex')
  return next
}

async function putFile(store: Store, state: State, { name, bytes }: ArchiveEntry): Promise<void> {
  const [, environmentId, key] = name.split('/') as [string, string, string]
  await store.writeSealed(environmentId, key, bytes)
  state.files += 1
}

function requireWhole({ head, manifest, sums, files }: State): void {
  if (!head || !manifest) throw new ConfigError(['The archive is cut off; nothing was restored.'])
  const wrong = Object.entries(manifest.tables)
    .filter(([name, { bytes, sha256 }]) => bytes > 0 && sums[name] !== sha256)
    .map(([name]) => `The rows of ${name} are not those that were backed up.`)
  if (files !== manifest.files) wrong.push('Files are missing from the archive.')
  if (wrong.length > 0) throw new ConfigError(wrong)
}
