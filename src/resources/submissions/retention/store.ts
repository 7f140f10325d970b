import type { Db } from '../../../platform/db/transaction.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Ids of submissions that were made so many days ago, the oldest first. */
export async function listExpired(
  db: Db,
  environmentId: string,
  { days, limit }: { days: number; limit: number },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from submissions
    where environment_id = ${environmentId} and created_at < now() - ${days}::integer * interval '1 day'
    order by created_at, id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Deletes events of so many days ago, the oldest first; answers how many. */
export function deleteExpiredEvents(
  db: Db,
  environmentId: string,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  return db.run(sql`
    delete from events using (
      select id from events
      where environment_id = ${environmentId} and created_at < now() - ${days}::integer * interval '1 day'
      order by created_at, id limit ${limit}
    ) expired
    where events.environment_id = ${environmentId} and events.id = expired.id`)
}
