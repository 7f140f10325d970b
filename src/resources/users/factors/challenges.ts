import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { House } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/transaction.ts'
import { countAttempt } from '../attempts/store.ts'
import { hashSecret } from '../link-token.ts'

const LIFE_MS = 5 * 60_000
const RANDOM_BYTES = 16
const TIME_BYTES = 6
const BODY_BYTES = RANDOM_BYTES + TIME_BYTES
const MARK_BYTES = 16

/** What a passkey signs: random, for five minutes, and recognized without being stored. */
export function makeChallenge(house: House): Uint8Array<ArrayBuffer> {
  const body = Buffer.alloc(BODY_BYTES)
  randomBytes(RANDOM_BYTES).copy(body)
  body.writeUIntBE(house.now() + LIFE_MS, RANDOM_BYTES, TIME_BYTES)
  return new Uint8Array(Buffer.concat([body, sign(house, body)]))
}

/** Whether it is one of ours that nobody has used; after this it is used, in every process. */
export async function takeChallenge(
  { house, db }: { house: House; db: Db },
  given: string,
): Promise<boolean> {
  const bytes = Buffer.from(given, 'base64url')
  if (bytes.length !== BODY_BYTES + MARK_BYTES) return false
  const body = bytes.subarray(0, BODY_BYTES)
  if (!timingSafeEqual(bytes.subarray(BODY_BYTES), sign(house, body))) return false
  if (body.readUIntBE(RANDOM_BYTES, TIME_BYTES) <= house.now()) return false
  const subject = hashSecret(house, 'attempt', `challenge/${bytes.toString('base64url')}`)
  // When this is counted anew, the challenge is too old.
  const { count } = await countAttempt(db, { subject, seconds: LIFE_MS / 1000 })
  return count === 1
}

function sign(house: House, body: Buffer): Buffer {
  const mark = hashSecret(house, 'challenge', body.toString('base64url'))
  return Buffer.from(mark, 'hex').subarray(0, MARK_BYTES)
}
