import type { House } from '../context.ts'
import { splitBatches } from '../db/columns.ts'
import { sql } from '../db/sql.ts'

/** No request takes this long from storing its file to committing its row. */
const SETTLED_MS = 24 * 60 * 60 * 1000
const BATCH = 500

/**
 * Removes files that no row owns: a crash between storing a file and committing its row, or between
 * deleting a row and removing its file, leaves one. Returns how many went.
 */
export async function sweepStore(house: House, settledMs = SETTLED_MS): Promise<number> {
  const environments = await house.database.withSystem((db) =>
    db.rows<{ id: string }>(sql`select system_environments() as id`),
  )
  let count = 0
  for (const { id } of environments) {
    await house.store.removeUnfinished(id, settledMs)
    const keys = await Array.fromAsync(house.store.list(id, settledMs))
    for (const batch of splitBatches(keys, BATCH)) count += await removeUnowned(house, id, batch)
  }
  if (count > 0) house.log.warn({ count }, 'files without a row removed')
  return count
}

async function removeUnowned(
  { database, store }: House,
  environmentId: string,
  keys: readonly string[],
): Promise<number> {
  const unowned = await database.withSystem((db) =>
    db.rows<{ key: string }>(
      sql`select system_unowned_files(${environmentId}::uuid, ${keys}::text[]) as key`,
    ),
  )
  for (const { key } of unowned) await store.remove(environmentId, key)
  return unowned.length
}
