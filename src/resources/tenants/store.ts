import type { Mode } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Database } from '../../platform/db/transaction.ts'

export async function insertTenant(
  database: Database,
  tenant: { tenantId: string; name: string; environments: Record<Mode, string> },
): Promise<void> {
  const { tenantId, name, environments } = tenant
  await database.withSystem((db) =>
    db.run(sql`
      select system_create_tenant(${tenantId}::uuid, ${name}, ${environments.live}::uuid, ${environments.test}::uuid)`),
  )
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

export async function countTenants(database: Database): Promise<number> {
  const row = await database.withSystem((db) =>
    db.row<{ count: number }>(sql`select system_count_tenants() as count`),
  )
  return row!.count
}
