import { ApiError } from '../errors/api-error.ts'

const KEYS_MAX = 50

/**
 * Metadata after a change: given keys replace, null removes, the rest stays. Throws `too_many`
 * beyond 50 keys; their lengths and values are bounded by the shape of metadata.
 */
export function mergeMetadata(
  before: Record<string, unknown>,
  change: Record<string, unknown>,
): Record<string, unknown> {
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null)
  if (merged.length > KEYS_MAX) {
    throw new ApiError('too_many', `metadata has more than ${KEYS_MAX} keys.`, {
      param: 'metadata',
    })
  }
  return Object.fromEntries(merged)
}
