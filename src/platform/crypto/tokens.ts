import { randomInt, randomUUIDv7 as uuidv7 } from 'node:crypto'

/** Of twelve bits. */
const NUMBER_MAX = 4095
const AHEAD_MS_MAX = 1000
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** What the last UUID begins with, `0193a2f4-5c1e`, and its number in that instant. */
const last = { instant: '', number: 0 }

/**
 * A UUID whose order is the order of its making; every id of the house. Those of Node are random
 * within a millisecond; here they are counted (RFC 9562, 6.2) from a random number on.
 */
export function randomUUIDv7(): string {
  const uuid = uuidv7()
  const instant = uuid.slice(0, 13)
  if (instant > last.instant || isSetBack(instant)) {
    last.instant = instant
    last.number = Number.parseInt(uuid.slice(15, 18), 16) >> 2
  } else if (last.number < NUMBER_MAX) last.number += 1
  else Object.assign(last, { instant: shift(last.instant, 1), number: 0 })
  return `${last.instant}-7${last.number.toString(16).padStart(3, '0')}${uuid.slice(18)}`
}

/** A clock that was set back is followed; a burst of ids may be ahead of it for a while. */
function isSetBack(instant: string): boolean {
  return instant < last.instant && shift(instant, AHEAD_MS_MAX) < last.instant
}

function shift(instant: string, ms: number): string {
  const shifted = Number.parseInt(instant.replace('-', ''), 16) + ms
  const digits = shifted.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** Random characters of 0-9A-Za-z, 5.95 bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(62)]).join('')
}

/** Public id of an event; sorts by time. */
export function eventId(): string {
  return `evt_${randomUUIDv7().replaceAll('-', '')}`
}

/** Public id of a request. */
export function requestId(): string {
  return toRequestId(randomUUIDv7())
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
