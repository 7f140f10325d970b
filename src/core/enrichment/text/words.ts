import { scanWords, readWords } from './scan.ts'

// 03/31/23, 2025-03-31, XX/XX, 3/1
const DATE =
  /\b(?:\d{4}-\d{1,2}-\d{1,2}|(?:\d{1,2}|XX?)\/(?:\d{1,2}|XX?)(?:\/(?:\d{4}|\d{2}|X+))?)\b/g
// 10:23A, 10:23:55 PM, XX:XXa
const TIME = /\b[\dX]{1,2}:[\dX]{2}(?::[\dX]{2})?\s?(?:[AP]M?)?\b/g
// 800-555-0199, (800) 555-0199, 844 662 3467, XXX-XXX-XXXX
const PHONE = /\(?\b[\dX]{3}[-. )]{1,2}[\dX]{3}[-. ]?[\dX]{4}\b/g

/**
 * Words of an upper-case text without dates, times and masks; a phone number is one word:
 * `SQ *CORNER DELI` is SQ, *, CORNER, DELI.
 */
export function splitWords(upper: string): string[] {
  const scan = scanWords(upper)
  return readWords(scan.isPlain ? scan : scanWords(withoutTimes(upper)))
}

/**
 * An upper-case text without dates and times, and phone numbers in one piece. Patterns are
 * tried only where a character makes them possible.
 */
export function withoutTimes(upper: string): string {
  const timeless = upper.includes(':') ? upper.replace(TIME, ' ') : upper
  const isDated = timeless.includes('/') || timeless.includes('-')
  const dateless = isDated ? timeless.replace(DATE, ' ') : timeless
  return dateless.replace(PHONE, joinPhone)
}

function joinPhone(phone: string): string {
  return ` ${phone.replace(/[^\dX]/g, '')} `
}

/** Upper case without accents and apostrophes: `Lowe's` and `LOWES` are one word. */
export function plainUpper(text: string): string {
  // oxlint-disable-next-line no-control-regex -- everything outside ASCII takes the slow path
  const ascii = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')
  const upper = ascii.toUpperCase()
  return /['’`]/.test(upper) ? upper.replace(/['’`]/g, '') : upper
}
