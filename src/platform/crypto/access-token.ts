import { hasChecksum, withChecksum } from './checksum.ts'
import { randomBase62 } from './tokens.ts'

const SECRET_LENGTH = 43
// sat_live_ + 43 random characters + 6 of the checksum
const FORM = /^sat_(live|test)_[0-9A-Za-z]{49}$/

/** A new access token: prefix by mode, 43 random characters (256 bits), 6 of CRC-32. */
export function mintAccessToken(mode: 'live' | 'test'): string {
  return withChecksum(`sat_${mode}_${randomBase62(SECRET_LENGTH)}`)
}

/** Whether a text was meant as an access token, whatever is wrong with it. */
export function looksLikeAccessToken(text: string): boolean {
  return text.startsWith('sat_')
}

/** Whether a text has the form and the checksum of an access token. */
export function isAccessToken(text: string): boolean {
  return FORM.test(text) && hasChecksum(text)
}
