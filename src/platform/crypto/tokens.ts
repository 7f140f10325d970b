import { randomInt, randomUUIDv7 as uuidv7 } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A UUID whose order is the order of its making; every id of the house. */
export function randomUUIDv7(): string {
  return uuidv7()
}

/** Random characters of 0-9A-Za-z, 5.95 bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(62)]).join('')
}

/** Public id of an event; sorts by time. */
export function eventId(): string {
  return `evt_${uuidv7().replaceAll('-', '')}`
}

/** Public id of a request. */
export function requestId(): string {
  return toRequestId(uuidv7())
}

export function toRequestId(id: string): string {
  return `req_${id.replaceAll('-', '')}`
}

// req_0193a2f45c1e7b529d7e2f6a4c1d8e90
const REQUEST_ID = /^req_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** The UUID in a request's public id; null when the text is none. */
export function parseRequestId(text: string): string | null {
  return REQUEST_ID.exec(text)?.slice(1).join('-') ?? null
}

/**
 * A webhook secret, shown once: `whsec_` and 44 characters (262 bits). 44, since receivers that
 * follow Standard Webhooks decode the part as base64, and strict decoders refuse 43 unpadded ones.
 */
export function mintWebhookSecret(): string {
  return `whsec_${randomBase62(44)}`
}
