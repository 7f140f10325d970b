import { createHmac } from 'node:crypto'
import { hasChecksum, withChecksum } from './checksum.ts'
import { randomBase62 } from './tokens.ts'

const SECRET_LENGTH = 37
// svc_live_ + 37 random characters + 6 of the checksum
const FORM = /^svc_(live|test)_[0-9A-Za-z]{43}$/

/** A new key: prefix by mode, 37 random characters, 6 of CRC-32 over what stands before. */
export function mintApiKey(mode: 'live' | 'test'): string {
  return withChecksum(`svc_${mode}_${randomBase62(SECRET_LENGTH)}`)
}

/**
 * The mode of a well-formed key; null when the form or the checksum is wrong, so that typos never
 * reach the database.
 */
export function parseApiKey(text: string): { mode: 'live' | 'test' } | null {
  const match = FORM.exec(text)
  return match && hasChecksum(text) ? { mode: match[1] as 'live' | 'test' } : null
}

/** What may be shown of a key or a token: its first 12 and last 4 characters. */
export function formatKeyHint(key: string): string {
  return `${key.slice(0, 12)}…${key.slice(-4)}`
}

export interface ApiKeyHasher {
  /** Keyed hash of a key or a token, the only form in which it is stored. */
  hash(key: string): string
}

export function createApiKeyHasher(pepper: string): ApiKeyHasher {
  return { hash: (key) => createHmac('sha256', pepper).update(key).digest('hex') }
}
