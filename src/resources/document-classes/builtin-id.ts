import { createHash } from 'node:crypto'

/** The same id for a built-in class in every environment: a UUID of version 8 made of its name. */
export function builtinId(name: string): string {
  const bytes = createHash('sha256').update(`document-class/${name}`).digest().subarray(0, 16)
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]].map(([from, to]) => hex.slice(from, to)).join('-') // prettier-ignore
}
