import { createHash, type Hash } from 'node:crypto'
import { dirname } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ConfigError } from '../../config.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import { listKeyProblems, type SealingKey } from '../crypto/sealing-keys.ts'
import type { Migration } from '../db/server/migrate.ts'
import { readArchive, type ArchiveEntry } from './archive.ts'
import type { BackupHead, BackupManifest } from './backup.ts'

/** What opens an archive, and what can read its tables. */
export interface Reader {
  keyRing: KeyRing
  migrations: readonly Migration[]
}

/** What one pass over an archive has found. */
interface Findings {
  head: BackupHead | null
  manifest: BackupManifest | null
  hashes: Map<string, Hash>
  files: number
  /** Rows of the table of keys, as PostgreSQL writes them. */
  keys: string
}

const KEYS_TABLE = 'sealing_keys'

/** What opens an archive. */
export const KEY_HINT =
  'Bring the encryption.key of the copy that made the backup into DATA_DIR, for you alone to read, ' +
  'or set ENCRYPTION_KEYS as it was there.'

/**
 * Reads an archive to its end before anything of it is put anywhere. Throws a `ConfigError` when it
 * is not whole, was changed, is of a newer version, or is sealed with keys that the ring does not
 * have.
 */
export async function inspectArchive(path: string, reader: Reader): Promise<BackupHead> {
  const found: Findings = { head: null, manifest: null, hashes: new Map(), files: 0, keys: '' }
  try {
    for await (const entry of readArchive(path)) inspectEntry(found, entry)
  } catch (error) {
    throw new ConfigError([`${path} is no whole archive: ${(error as Error).message}.`])
  }
  const { head, manifest } = found
  if (!head || !manifest) throw new ConfigError([`${path} is cut off, or is no backup.`])
  const problems = [
    ...listForeign(head, reader),
    ...listDamages(found, manifest),
    ...withHint(listKeyProblems(reader.keyRing, readKeys(head, found.keys))),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return head
}

function inspectEntry(found: Findings, { name, bytes }: ArchiveEntry): void {
  if (name === 'head.json') found.head = JSON.parse(bytes.toString()) as BackupHead
  if (name === 'manifest.json') found.manifest = JSON.parse(bytes.toString()) as BackupManifest
  if (name.startsWith('files/')) found.files += 1
  if (!name.startsWith('tables/')) return
  const table = dirname(name).slice('tables/'.length)
  const rows = gunzipSync(bytes)
  const hash = found.hashes.get(table) ?? createHash('sha256')
  found.hashes.set(table, hash.update(rows))
  if (table === KEYS_TABLE) found.keys += rows.toString()
}

function listForeign(head: BackupHead, { migrations }: Reader): string[] {
  const known = new Set(migrations.map(({ name }) => name))
  const foreign = head.migrations.filter((name) => !known.has(name))
  return foreign.length > 0 ? [`The archive is of a newer version (${foreign.join(', ')}).`] : []
}

function listDamages({ hashes, files }: Findings, manifest: BackupManifest): string[] {
  const changed = Object.entries(manifest.tables)
    .filter(([name, { bytes, sha256 }]) => bytes > 0 && hashes.get(name)?.digest('hex') !== sha256)
    .map(([name]) => `The rows of ${name} are not those that were backed up.`)
  return files === manifest.files ? changed : [...changed, 'Files are missing from the archive.']
}

function withHint(problems: string[]): string[] {
  return problems.length > 0 ? [...problems, KEY_HINT] : []
}

/** The keys that values of the archive are sealed with; those without a row have no proof. */
function readKeys(head: BackupHead, rows: string): Pick<SealingKey, 'kid' | 'proof'>[] {
  const columns = head.tables.find(({ name }) => name === KEYS_TABLE)?.columns ?? []
  const proofs = new Map(
    rows
      .split('\n')
      .map((line) => line.split('\t'))
      .map((cells) => [cells[columns.indexOf('kid')], cells[columns.indexOf('proof')]]),
  )
  return head.keyIds.map((kid) => {
    const proof = proofs.get(kid)
    return { kid, proof: proof === undefined || proof === '\\N' ? null : proof }
  })
}
