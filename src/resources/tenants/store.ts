import type { Mode } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Database } from '../../platform/db/transaction.ts'

/** Whether the tenant was created; with `onlyFirst` only when there is no other. */
export async function insertTenant(
  database: Database,
  tenant: {
    tenantId: string
    name: string
    environments: Record<Mode, string>
    onlyFirst: boolean
  },
): Promise<boolean> {
  const { tenantId, name, environments, onlyFirst } = tenant
  const row = await database.withSystem((db) =>
    db.row<{ made: boolean }>(sql`
      select system_create_tenant(${tenantId}::uuid, ${name}, ${environments.live}::uuid,
        ${environments.test}::uuid, ${onlyFirst}) as made`),
  )
  return row!.made
}

/** The id of a tenant's environment; null when there is no such tenant. */
export async function findEnvironment(
  database: Database,
  { tenantId, mode }: { tenantId: string; mode: Mode },
): Promise<string | null> {
  const row = await database.withSystem((db) =>
    db.row<{ id: string | null }>(
      sql`select system_find_sibling(${tenantId}::uuid, ${mode}) as id`,
    ),
  )
  return row!.id
}

/** The environments of every tenant. */
export async function listEnvironmentIds(database: Database): Promise<string[]> {
  const rows = await database.withSystem((db) =>
    db.rows<{ id: string }>(sql`select system_environments() as id`),
  )
  return rows.map(({ id }) => id)
}

export interface FirstKey {
  tenantId: string
  environmentId: string
  id: string
  mode: Mode
  keyHash: string
  hint: string
  name: string
}

export async function insertFirstKey(database: Database, key: FirstKey): Promise<void> {
  await database.withEnvironment(key.environmentId, (db) =>
    db.run(sql`
      insert into api_keys (tenant_id, environment_id, id, key_hash, name, mode, hint, scopes, created_by)
      values (${key.tenantId}, ${key.environmentId}, ${key.id}, ${key.keyHash}, ${key.name}, ${key.mode}, ${key.hint},
        '{*}', 'system')`),
  )
}
