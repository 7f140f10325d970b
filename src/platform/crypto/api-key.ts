import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomBase62 } from './tokens.ts'

const SECRET_LENGTH = 37
const CHECK_LENGTH = 6
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
// svc_live_ + 37 random characters + 6 of the checksum
const FORM = /^svc_(live|test)_[0-9A-Za-z]{43}$/

/** A new key: prefix by mode, 37 random characters, 6 of CRC-32 over what stands before. */
export function mintApiKey(mode: 'live' | 'test'): string {
  const body = `svc_${mode}_${randomBase62(SECRET_LENGTH)}`
  return body + computeChecksum(body)
}

/**
 * The mode of a well-formed key; null when the form or the checksum is wrong, so that typos never
 * reach the database.
 */
export function parseApiKey(text: string): { mode: 'live' | 'test' } | null {
  const match = FORM.exec(text)
  if (!match) return null
  const body = text.slice(0, -CHECK_LENGTH)
  return text.endsWith(computeChecksum(body)) ? { mode: match[1] as 'live' | 'test' } : null
}

/** What may be shown of a key: its first 12 and last 4 characters. */
export function formatKeyHint(key: string): string {
  return `${key.slice(0, 12)}…${key.slice(-4)}`
}

export interface ApiKeyHasher {
  /** Keyed hash of a key, the only form in which it is stored. */
  hash(key: string): string
}

export function createApiKeyHasher(pepper: string): ApiKeyHasher {
  return { hash: (key) => createHmac('sha256', pepper).update(key).digest('hex') }
}

function computeChecksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let index = 0; index < CHECK_LENGTH; index += 1) {
    text = BASE62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
