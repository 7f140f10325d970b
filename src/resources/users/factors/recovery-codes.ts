import { randomInt } from 'node:crypto'
import type { House } from '../../../platform/context.ts'
import { hashSecret } from '../link-token.ts'

const COUNT = 10
/** Without the letters and digits that are read as others. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** Ten codes, each for one sign-in without the other factor: `k7mqw-2hrtz`, 49 bits. */
export function mintRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const text = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`
  })
}

/** The form in which it is kept, however it was typed. */
export function hashRecoveryCode(
  house: Pick<House, 'apiKeys'>,
  userId: string,
  code: string,
): string {
  const plain = code.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  return hashSecret(house, 'recovery-code', `${userId}/${plain}`)
}
