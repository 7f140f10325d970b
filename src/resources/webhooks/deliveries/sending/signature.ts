import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SigningSecrets } from '../../secret.ts'

export interface Signed {
  /** Id of the event; the same on every attempt and replay, so that receivers can deduplicate. */
  eventId: string
  timestampSeconds: number
  /** The exact bytes of the body. */
  payload: Uint8Array
}

/**
 * The headers a receiver can verify a delivery by, in two ways:
 * `X-Service-Signature` (interface): `sha256=` and the hex HMAC-SHA256 of the body, keyed with the
 * whole secret as it was shown, `whsec_` included. It is always one value: during a rotation's
 * grace the previous secret's, with the new one's in `X-Service-Signature-Next`.
 * `webhook-id`, `webhook-timestamp`, `webhook-signature` (Standard Webhooks 1.0): `v1,` and the
 * base64 HMAC-SHA256 of `id.timestamp.body`, keyed with the bytes that the secret after `whsec_`
 * stands for in base64. It is a list: during a grace it holds both secrets' values.
 */
export function signatureHeaders(secrets: SigningSecrets, signed: Signed): Record<string, string> {
  const { current, next } = secrets
  const all = next === null ? [current] : [current, next]
  return {
    'X-Service-Signature': bodySignature(current, signed.payload),
    ...(next === null ? {} : { 'X-Service-Signature-Next': bodySignature(next, signed.payload) }),
    'webhook-id': signed.eventId,
    'webhook-timestamp': String(signed.timestampSeconds),
    'webhook-signature': all.map((secret) => standardSignature(secret, signed)).join(' '),
  }
}

const AGE_SECONDS_MAX = 300

/**
 * Whether headers in lower case sign a body: by Standard Webhooks within five minutes of now, or by
 * `X-Hub-Signature-256`, which has no time.
 */
export function isSignedBy(
  secret: string,
  { bytes, headers }: { bytes: Uint8Array; headers: Readonly<Record<string, string>> },
  nowMs: number,
): boolean {
  const { 'webhook-id': eventId, 'webhook-timestamp': at, 'webhook-signature': given } = headers
  const { 'x-hub-signature-256': hub } = headers
  if (given === undefined) return hub !== undefined && isEqual(hub, bodySignature(secret, bytes))
  const timestampSeconds = /^\d{1,12}$/.test(at ?? '') ? Number(at) : Number.NaN
  const isFresh = Math.abs(nowMs / 1000 - timestampSeconds) <= AGE_SECONDS_MAX
  if (eventId === undefined || !isFresh) return false
  const wanted = standardSignature(secret, { eventId, timestampSeconds, payload: bytes })
  return given.split(' ').some((one) => isEqual(one, wanted))
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function bodySignature(secret: string, payload: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`
}

function standardSignature(secret: string, signed: Signed): string {
  const signature = createHmac('sha256', decodeKey(secret))
    .update(`${signed.eventId}.${signed.timestampSeconds}.`)
    .update(signed.payload)
    .digest('base64')
  return `v1,${signature}`
}

/** Base62 characters are base64 characters: 43 of them stand for 32 bytes, without padding. */
function decodeKey(secret: string): Buffer {
  return Buffer.from(secret.slice('whsec_'.length), 'base64')
}
