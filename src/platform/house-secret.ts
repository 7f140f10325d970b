import { randomBytes } from 'node:crypto'
import type { KeyRing } from './crypto/key-ring.ts'
import { sql } from './db/sql.ts'
import type { Database } from './db/transaction.ts'

/**
 * A secret of the house, 32 bytes in base64, by name: `root` hashes keys and signs cursors and
 * links, `blind-index` finds equal values, `audit` signs the audit log, `oauth` the cookies of a
 * program's authorization. They live in the database, sealed by the key ring, so that rotating the
 * ring invalidates nothing. The first proposal stays.
 */
export async function findHouseSecret(
  { database, keyRing }: { database: Database; keyRing: KeyRing },
  name: 'root' | 'blind-index' | 'audit' | 'oauth',
  proposal: Buffer = randomBytes(32),
): Promise<string> {
  const place = housePlace(name)
  const sealed = keyRing.seal(proposal.toString('base64'), place)
  const row = await database.withSystem((db) =>
    db.row<{ sealed: string }>(sql`select system_house_secret(${name}, ${sealed}) as sealed`),
  )
  return keyRing.open(row!.sealed, place)
}

/** What a secret of the house is bound to. */
export function housePlace(name: string): string {
  return `house_secrets/${name}`
}
