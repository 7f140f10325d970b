import { createHmac } from 'node:crypto'

/** Keyed hash for equality search, different in every environment. */
export interface BlindIndex {
  of(value: string, environmentId: string): string
}

/**
 * Its key is a secret of the house and no key of the ring: a ring whose keys were all replaced
 * still finds what was indexed before.
 */
export function createBlindIndex(secret: string): BlindIndex {
  const key = Buffer.from(secret, 'base64')
  return {
    of: (value, environmentId) =>
      createHmac('sha256', key).update(`${environmentId}\n${value}`).digest('base64url'),
  }
}
