import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { openPool, type Connection } from '../db/server/connect.ts'
import type { House } from '../context.ts'
import { readHeadsText } from '../audit-chain/heads.ts'
import { listSealingKeys } from '../crypto/sealing-keys.ts'
import { sql } from '../db/sql.ts'
import { writeArchive, type ArchiveEntry } from './archive.ts'
import { copyOut, listTables, type CopiedTable } from './tables.ts'

/** First in an archive: what it needs to be read. */
export interface BackupHead {
  format: 1
  createdAt: string
  migrations: string[]
  /** Names of the keys that its values are sealed with; the keys themselves are never in it. */
  keyIds: string[]
  tables: CopiedTable[]
}

/** Last in an archive: without it the archive is not whole. */
export interface BackupManifest {
  /** SHA-256 over the rows of each table. */
  tables: Record<string, { bytes: number; sha256: string }>
  files: number
}

const PIECE_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 6 * 3_600_000

/**
 * Writes one archive of the whole house while it works: all tables as of one moment, every file
 * that they name as it lies on disk (sealed), the noted heads of the audit log. Throws when a file
 * went while it was looked for; a second try is consistent again.
 */
export async function backUp(
  house: House,
  path: string,
  ownerConnectionString: string,
): Promise<BackupManifest> {
  const manifest: BackupManifest = { tables: {}, files: 0 }
  await writeArchive(path, listEntries(house, { ownerConnectionString, manifest }))
  return manifest
}

async function* listEntries(
  house: House,
  { ownerConnectionString, manifest }: { ownerConnectionString: string; manifest: BackupManifest },
): AsyncGenerator<ArchiveEntry> {
  const taken = new Set<string>()
  yield { name: 'audit-heads.jsonl', bytes: Buffer.from(await readHeadsText(house)) }
  // Files first: what is deleted from here on is in the archive, what comes is fetched at the end.
  for (const environmentId of await listEnvironments(house))
    for await (const key of house.store.list(environmentId))
      yield* fileEntry(house, { taken, name: `${environmentId}/${key}`, mayBeGone: true })
  // The house's own connections take no COPY and see one environment.
  const pool = openPool({ connectionString: ownerConnectionString, connectionsMax: 1 })
  const connection = await pool.connect()
  try {
    await beginSnapshot(connection)
    const tables = await listTables(connection)
    yield { name: 'head.json', bytes: jsonBytes(await buildHead(house, connection, tables)) }
    for (const table of tables) yield* tableEntries(connection, table, manifest)
    for (const name of await listNamedFiles(connection))
      yield* fileEntry(house, { taken, name, mayBeGone: false })
    await connection.query('commit')
  } finally {
    connection.release(true)
    await pool.end()
  }
  manifest.files = taken.size
  yield { name: 'manifest.json', bytes: jsonBytes(manifest) }
}

async function listEnvironments({ database }: House): Promise<string[]> {
  const rows = await database.withSystem((db) =>
    db.rows<{ id: string }>(sql`select system_environments() as id`),
  )
  return rows.map(({ id }) => id)
}

/** One snapshot, read as the role that sees every environment. */
async function beginSnapshot(connection: Connection): Promise<void> {
  await connection.query(
    `begin isolation level repeatable read read only;
     select set_config('statement_timeout', '${TIMEOUT_MS}', true),
       set_config('idle_in_transaction_session_timeout', '0', true),
       set_config('timezone', 'UTC', true), set_config('role', 'assay_system', true)`,
  )
}

async function buildHead(
  house: House,
  connection: Connection,
  tables: CopiedTable[],
): Promise<BackupHead> {
  const { rows } = await connection.query<{ name: string }>(
    'select name from migrations order by name',
  )
  const keys = await listSealingKeys(house.database)
  return {
    format: 1,
    createdAt: new Date(house.now()).toISOString(),
    migrations: rows.map(({ name }) => name),
    keyIds: keys.map(({ kid }) => kid),
    tables,
  }
}

async function* tableEntries(
  connection: Connection,
  table: CopiedTable,
  manifest: BackupManifest,
): AsyncGenerator<ArchiveEntry> {
  const hash = createHash('sha256')
  let bytes = 0
  let piece: Buffer[] = []
  let held = 0
  let number = 0
  const flush = (): ArchiveEntry => {
    const entry = { name: entryName(table.name, number), bytes: gzipSync(Buffer.concat(piece)) }
    piece = []
    held = 0
    number += 1
    return entry
  }
  for await (const chunk of copyOut(connection, table)) {
    hash.update(chunk)
    bytes += chunk.length
    held += chunk.length
    piece.push(chunk)
    if (held >= PIECE_BYTES) yield flush()
  }
  if (held > 0) yield flush()
  manifest.tables[table.name] = { bytes, sha256: hash.digest('hex') }
}

function entryName(table: string, number: number): string {
  return `tables/${table}/${String(number).padStart(6, '0')}.copy.gz`
}

/** `environment/key` of every file that a row of the snapshot names. */
async function listNamedFiles(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select environment_id || '/' || storage_key as name from documents where wrapped_key is not null
     union select environment_id || '/' || storage_key from broker_files where wrapped_key is not null
     union select environment_id || '/' || storage_key from logos`,
  )
  return rows.map(({ name }) => name)
}

async function* fileEntry(
  { store }: House,
  { taken, name, mayBeGone }: { taken: Set<string>; name: string; mayBeGone: boolean },
): AsyncGenerator<ArchiveEntry> {
  if (taken.has(name)) return
  const [environmentId, key] = name.split('/') as [string, string]
  const bytes = await store.readSealed(environmentId, key)
  if (bytes === null && mayBeGone) return
  if (bytes === null) throw new Error(`The file ${name} went while it was looked for; try again`)
  taken.add(name)
  yield { name: `files/${name}`, bytes }
}

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
