import { derivedId } from '../../platform/crypto/derived-id.ts'

/** The id of a merchant: global if the registry has it, else one per environment. */
export function toMerchantId(environmentId: string, key: string): string {
  const isOwn = key.startsWith('name:')
  return isOwn ? derivedId('merchant', environmentId, key) : derivedId('merchant', key)
}

/** The id of a merchant group; the same everywhere. */
export function toGroupId(slug: string): string {
  return derivedId('merchant-group', slug)
}
