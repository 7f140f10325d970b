import { hasChecksum, withChecksum } from '../../crypto/checksum.ts'
import { randomBase62 } from '../../crypto/tokens.ts'

const SECRET_LENGTH = 43
// sul_live_ + 43 random characters + 6 of the checksum
const FORM = /^sul_(live|test)_[0-9A-Za-z]{49}$/

/** The token of a new upload link: prefix by mode, 43 random characters (256 bits), 6 of CRC-32. */
export function mintUploadToken(mode: 'live' | 'test'): string {
  return withChecksum(`sul_${mode}_${randomBase62(SECRET_LENGTH)}`)
}

/** Whether a text was meant as the token of an upload link, whatever is wrong with it. */
export function looksLikeUploadToken(text: string): boolean {
  return text.startsWith('sul_')
}

/** Whether a text has the form and the checksum of one. */
export function isUploadToken(text: string): boolean {
  return FORM.test(text) && hasChecksum(text)
}
