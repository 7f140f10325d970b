import type { House, Mode } from '../../platform/context.ts'
import { formatKeyHint, mintApiKey } from '../../platform/crypto/api-key.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { insertFirstKey, insertTenant } from './store.ts'

export interface NewTenant {
  tenantId: string
  environments: Record<Mode, string>
  liveKey: string
  testKey: string
}

/**
 * Creates a tenant with a live and a test environment and one key for each, shown only here.
 */
export async function createTenant(house: House, name: string): Promise<NewTenant> {
  return (await newTenant(house, { name, onlyFirst: false }))!
}

/** Creates the tenant of a self-hosted installation; null when there is one already. */
export async function createFirstTenant(house: House): Promise<NewTenant | null> {
  return newTenant(house, { name: 'default', onlyFirst: true })
}

async function newTenant(
  house: House,
  input: { name: string; onlyFirst: boolean },
): Promise<NewTenant | null> {
  const tenantId = randomUUIDv7()
  const environments = { live: randomUUIDv7(), test: randomUUIDv7() }
  if (!(await insertTenant(house.database, { tenantId, environments, ...input }))) return null
  const liveKey = await firstKey(house, {
    tenantId,
    mode: 'live',
    environmentId: environments.live,
  })
  const testKey = await firstKey(house, {
    tenantId,
    mode: 'test',
    environmentId: environments.test,
  })
  return { tenantId, environments, liveKey, testKey }
}

async function firstKey(
  house: House,
  place: { tenantId: string; mode: Mode; environmentId: string },
): Promise<string> {
  const key = mintApiKey(place.mode)
  await insertFirstKey(house.database, {
    ...place,
    id: randomUUIDv7(),
    keyHash: house.apiKeys.hash(key),
    hint: formatKeyHint(key),
    name: `First ${place.mode} key`,
  })
  return key
}
