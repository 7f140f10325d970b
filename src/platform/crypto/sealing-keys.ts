import { sql } from '../db/sql.ts'
import type { Database } from '../db/transaction.ts'
import { ConfigError } from '../../config.ts'
import type { KeyRing } from './key-ring.ts'

/** A key that values of the database may be sealed with. */
export interface SealingKey {
  kid: string
  proof: string | null
  firstUsedAt: string
  /** A process has sealed with it in the last minutes, or could have. */
  isWriting: boolean
}

const PROOF = 'assay'

export async function listSealingKeys(database: Database): Promise<SealingKey[]> {
  return database.withSystem((db) => db.rows<SealingKey>(sql`select * from system_sealing_keys()`))
}

/**
 * Admits a ring that opens what is stored, and notes which key of it writes. Throws a `ConfigError`
 * that names the key when one is missing, or is another one than values were sealed with: a service
 * that started would fail at its first reader, or lose what it then writes.
 */
export async function admitKeyRing(database: Database, keyRing: KeyRing): Promise<void> {
  const stored = await listSealingKeys(database)
  const problems = listKeyProblems(keyRing, stored)
  if (problems.length > 0) throw new ConfigError(problems)
  for (const { kid, proof } of stored)
    if (proof === null) await keepSealingKey(database, keyRing, kid)
  await keepSealingKey(database, keyRing, keyRing.writer)
}

/** Says that this ring seals with the key; repeated by every process as long as it runs. */
export async function keepSealingKey(
  database: Database,
  keyRing: KeyRing,
  kid: string = keyRing.writer,
): Promise<void> {
  const proof = keyRing.sealWith(kid, PROOF, toPlace(kid))
  const writes = kid === keyRing.writer
  await database.withSystem((db) =>
    db.run(sql`select system_keep_sealing_key(${kid}, ${proof}, ${writes})`),
  )
}

/** For when no value is sealed with it any more. */
export async function forgetSealingKey(database: Database, kid: string): Promise<void> {
  await database.withSystem((db) => db.run(sql`select system_forget_sealing_key(${kid})`))
}

/** What a ring lacks to open what was sealed with these keys. */
export function listKeyProblems(
  keyRing: KeyRing,
  keys: readonly Pick<SealingKey, 'kid' | 'proof'>[],
): string[] {
  return keys.flatMap((key) => problemWith(keyRing, key))
}

function problemWith(
  keyRing: KeyRing,
  { kid, proof }: Pick<SealingKey, 'kid' | 'proof'>,
): string[] {
  if (!keyRing.kids.includes(kid)) {
    return [`ENCRYPTION_KEYS lacks the key ${kid}, which stored values are sealed with. Add it.`]
  }
  if (proof === null || opens(keyRing, proof, toPlace(kid))) return []
  return [
    `ENCRYPTION_KEYS has another key under the name ${kid} than stored values need. Put back the one they were sealed with.`,
  ]
}

function opens(keyRing: KeyRing, sealed: string, place: string): boolean {
  try {
    return keyRing.open(sealed, place) === PROOF
  } catch {
    return false
  }
}

function toPlace(kid: string): string {
  return `sealing_keys/${kid}`
}
