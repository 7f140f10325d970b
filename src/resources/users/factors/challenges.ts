import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { House } from '../../../platform/context.ts'
import { hashSecret } from '../link-token.ts'

const LIFE_MS = 5 * 60_000
const RANDOM_BYTES = 16
const TIME_BYTES = 6
const BODY_BYTES = RANDOM_BYTES + TIME_BYTES
const MARK_BYTES = 16
const USED_MAX = 10_000

/** Those that this process has taken, until they are too old anyway. */
const used = new Map<string, number>()

/** What a passkey signs: random, for five minutes, and recognized without being stored. */
export function makeChallenge(house: House): Uint8Array<ArrayBuffer> {
  const body = Buffer.alloc(BODY_BYTES)
  randomBytes(RANDOM_BYTES).copy(body)
  body.writeUIntBE(house.now() + LIFE_MS, RANDOM_BYTES, TIME_BYTES)
  return new Uint8Array(Buffer.concat([body, sign(house, body)]))
}

/** Whether it is one of ours that nobody has used; after this it is used. */
export function takeChallenge(house: House, given: string): boolean {
  const bytes = Buffer.from(given, 'base64url')
  if (bytes.length !== BODY_BYTES + MARK_BYTES) return false
  const body = bytes.subarray(0, BODY_BYTES)
  if (!timingSafeEqual(bytes.subarray(BODY_BYTES), sign(house, body))) return false
  const until = body.readUIntBE(RANDOM_BYTES, TIME_BYTES)
  const text = bytes.toString('base64url')
  if (until <= house.now() || used.has(text)) return false
  if (used.size >= USED_MAX) dropOld(house.now())
  used.set(text, until)
  return true
}

function sign(house: House, body: Buffer): Buffer {
  const mark = hashSecret(house, 'challenge', body.toString('base64url'))
  return Buffer.from(mark, 'hex').subarray(0, MARK_BYTES)
}

function dropOld(now: number): void {
  for (const [text, until] of used) if (until <= now) used.delete(text)
}
