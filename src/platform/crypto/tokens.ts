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
  return `req_${uuidv7().replaceAll('-', '')}`
}

/**
 * A webhook secret, shown once: `whsec_` and 44 characters (262 bits). 44, since receivers that
 * follow Standard Webhooks decode the part as base64, and strict decoders refuse 43 unpadded ones.
 */
export function mintWebhookSecret(): string {
  return `whsec_${randomBase62(44)}`
}
