import type { House } from '../../platform/context.ts'
import { listManagedKeys, type KnownKey } from '../../resources/api-keys/store.ts'
import { findEnvironment, listEnvironmentIds } from '../../resources/tenants/store.ts'

export type { KnownKey }

export interface Tenant {
  tenantId: string
  /** Of the live environment, whose keys manage those of both. */
  liveId: string
}

export interface TenantKeys {
  tenantId: string
  /** The oldest first. */
  keys: KnownKey[]
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function findTenant(house: House, tenantId: string): Promise<Tenant | null> {
  if (!UUID.test(tenantId)) return null
  const liveId = await findEnvironment(house.database, { tenantId, mode: 'live' })
  return liveId === null ? null : { tenantId, liveId }
}

/** The keys of these tenants, or of all, in every state. */
export async function listKeysByTenant(
  house: House,
  tenants: readonly Tenant[] | null,
): Promise<TenantKeys[]> {
  const environments =
    tenants?.map(({ liveId }) => liveId) ?? (await listEnvironmentIds(house.database))
  const found = new Map<string, KnownKey>()
  for (const id of environments) {
    for (const key of await listManagedKeys(house.database, id)) found.set(key.id, key)
  }
  const byTenant = Map.groupBy(found.values(), ({ tenantId }) => tenantId)
  const ids = tenants?.map(({ tenantId }) => tenantId) ?? [...byTenant.keys()]
  return ids.map((tenantId) => ({ tenantId, keys: byTenant.get(tenantId) ?? [] }))
}
