import { createHash } from 'node:crypto'
import { registryMerchants, registryVersion } from '../../../core/enrichment/merchants/registry.ts'
import { derivedId } from '../../../platform/crypto/derived-id.ts'
import type { Connection } from '../../../platform/db/server/connect.ts'
import { findRegistryVersion, replaceRegistry } from './store.ts'

/** Brings the table of registry merchants to what this version of the service knows. */
export async function syncRegistry(connection: Connection): Promise<void> {
  const version = createHash('sha256').update(registryVersion()).digest('hex')
  if ((await findRegistryVersion(connection)) === version) return
  const entries = registryMerchants().map(({ key, name, ...rest }) => ({
    id: derivedId('merchant', key),
    key,
    name,
    normalized_name: name.toUpperCase(),
    aliases: rest.aliases,
    category_in: rest.in,
    category_out: rest.out,
    group_slugs: rest.groups,
    funder_type: rest.funderType,
    is_ambiguous: rest.isAmbiguous,
  }))
  await replaceRegistry(connection, { entries, version })
}
