import { WebhookSignatureError } from './errors.ts'
import type { WebhookEvent } from './generated/webhook-events.ts'

export interface VerifyOptions {
  /** How old a delivery may be; 0 takes any age. */
  toleranceSeconds?: number
  /** Milliseconds since 1970. */
  now?: number
}

type HeaderSource = Headers | Record<string, string | string[] | undefined>

/**
 * The event of a delivery, once one of the secrets has signed these very bytes. Prefers the headers
 * of Standard Webhooks, which also show the age. Throws `WebhookSignatureError`, whose code is
 * `missing_signature`, `timestamp_out_of_tolerance` or `signature_mismatch`.
 */
// oxlint-disable-next-line eslint/max-params -- the order that receivers know from other libraries
async function constructEvent(
  payload: string | Uint8Array,
  headers: HeaderSource,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload
  const read = (name: string) => readHeader(headers, name)
  const list = typeof secrets === 'string' ? [secrets] : secrets
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    read(`webhook-${name}`),
  )
  if (id && timestamp && signatures) {
    const age = Math.abs(now / 1_000 - Number(timestamp))
    if (toleranceSeconds > 0 && !(age <= toleranceSeconds))
      throw new WebhookSignatureError('The delivery is too old, or the clock here is wrong.', {
        code: 'timestamp_out_of_tolerance',
      })
    const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
    const given = signatures.split(' ').map((one) => one.replace(/^v1,/, ''))
    const expected = list.map(async (secret) => toBase64(await sign(decodeSecret(secret), signed)))
    return settle(given, await Promise.all(expected), bytes)
  }
  const given = [read('x-service-signature'), read('x-service-signature-next')].filter(
    (one) => one !== undefined,
  )
  if (given.length === 0)
    throw new WebhookSignatureError('The request has no signature.', { code: 'missing_signature' })
  const key = (secret: string) => new TextEncoder().encode(secret)
  const expected = list.map(async (secret) => `sha256=${toHex(await sign(key(secret), bytes))}`)
  return settle(given, await Promise.all(expected), bytes)
}

export const webhooks = { constructEvent }

function settle(given: string[], expected: string[], bytes: Uint8Array): WebhookEvent {
  const matches = expected.flatMap((one) => given.map((other) => isEqual(one, other)))
  if (!matches.includes(true))
    throw new WebhookSignatureError('No secret signed this body.', { code: 'signature_mismatch' })
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
}

/** In a time that does not depend on where they differ. */
function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}

function readHeader(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const key = Object.keys(headers).find((one) => one.toLowerCase() === name)
  const value = key === undefined ? undefined : headers[key]
  return Array.isArray(value) ? value[0] : value
}

async function sign(key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey(
    'raw',
    key as Uint8Array<ArrayBuffer>,
    algorithm,
    false,
    ['sign'],
  )
  return new Uint8Array(
    await crypto.subtle.sign('HMAC', imported, bytes as Uint8Array<ArrayBuffer>),
  )
}

/** What stands after `whsec_` is base64, with or without its padding. */
function decodeSecret(secret: string): Uint8Array {
  const text = secret
    .replace(/^whsec_/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/=+$/, '')
  const whole = text.slice(0, text.length - (text.length % 4 === 1 ? 1 : 0))
  return Uint8Array.from(atob(whole), (char) => char.charCodeAt(0))
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
