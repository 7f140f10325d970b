import type { Connection } from '../../../platform/db/server/connect.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Of the registry that the table holds; null while it is empty. */
export async function findRegistryVersion(connection: Connection): Promise<string | null> {
  const { rows } = await connection.query<{ version: string }>(
    sql`select version from registry_merchants limit 1`,
  )
  return rows[0]?.version ?? null
}

/** One statement, so that no reader sees a half of each. */
export async function replaceRegistry(
  connection: Connection,
  { entries, version }: { entries: readonly { id: string }[]; version: string },
): Promise<void> {
  const ids = entries.map(({ id }) => id)
  await connection.query(sql`
    with gone as (delete from registry_merchants where id <> all (${ids}::uuid[]))
    insert into registry_merchants
    select r.*, ${version} as version
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as r (id uuid, key text, name text,
      normalized_name text, aliases text[], category_in text, category_out text,
      group_slugs text[], funder_type text, is_ambiguous boolean)
    on conflict (id) do update
    set (key, name, normalized_name, aliases, category_in, category_out, group_slugs, funder_type,
      is_ambiguous, version) = row (excluded.key, excluded.name, excluded.normalized_name,
      excluded.aliases, excluded.category_in, excluded.category_out, excluded.group_slugs,
      excluded.funder_type, excluded.is_ambiguous, excluded.version)`)
}
