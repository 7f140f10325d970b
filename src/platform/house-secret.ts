import { randomBytes } from 'node:crypto'
import type { KeyRing } from './crypto/key-ring.ts'
import { sql } from './db/sql.ts'
import type { Database } from './db/transaction.ts'

/**
 * One secret for hashing keys and signing cursors and links. It lives in the database, sealed by
 * the key ring, so that rotating the ring does not invalidate every API key.
 */
export async function findHouseSecret(database: Database, keyRing: KeyRing): Promise<string> {
  const place = 'house_secrets/root'
  const proposal = keyRing.seal(randomBytes(32).toString('base64'), place)
  const row = await database.withSystem((db) =>
    db.row<{ sealed: string }>(sql`select system_house_secret('root', ${proposal}) as sealed`),
  )
  return keyRing.open(row!.sealed, place)
}
