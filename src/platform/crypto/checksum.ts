import { crc32 } from 'node:zlib'

const LENGTH = 6
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The text with six characters of CRC-32 behind it: a typo is found without a database. */
export function withChecksum(text: string): string {
  return text + computeChecksum(text)
}

/** Whether a text ends with the checksum of what stands before it. */
export function hasChecksum(text: string): boolean {
  return text.endsWith(computeChecksum(text.slice(0, -LENGTH)))
}

function computeChecksum(text: string): string {
  let rest = crc32(text)
  let check = ''
  for (let index = 0; index < LENGTH; index += 1) {
    check = BASE62[rest % 62] + check
    rest = Math.floor(rest / 62)
  }
  return check
}
