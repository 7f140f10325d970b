import { ApiError } from '../errors/api-error.ts'

const KEYS_MAX = 50
const VALUE_BYTES_MAX = 2048

/**
 * Metadata after a change: given keys replace, null removes, the rest stays. Throws `too_many`
 * beyond 50 keys and `too_long` for a value of more than 2 KB of JSON.
 */
export function mergeMetadata(
  before: Record<string, unknown>,
  change: Record<string, unknown>,
): Record<string, unknown> {
  for (const [key, value] of Object.entries(change)) {
    if (Buffer.byteLength(JSON.stringify(value) ?? '') <= VALUE_BYTES_MAX) continue
    throw new ApiError('too_long', `metadata.${key} is larger than 2 KB.`, {
      param: `metadata.${key}`,
    })
  }
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null)
  if (merged.length > KEYS_MAX) {
    throw new ApiError('too_many', `metadata has more than ${KEYS_MAX} keys.`, {
      param: 'metadata',
    })
  }
  return Object.fromEntries(merged)
}
