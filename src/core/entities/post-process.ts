import { isPlainDate, plainDate } from '../values/dates.ts'
import type { PostProcessor } from './entity.ts'
import { STATES } from '../values/us/states.ts'

type Step = (text: string) => unknown

/** Each returns undefined for a text that it cannot convert. */
const STEPS: Record<PostProcessor, Step> = {
  trim: (text) => text.trim().replace(/\s+/g, ' '),
  upper: (text) => text.toUpperCase(),
  digits: (text) => text.replace(/\D/g, '') || undefined,
  // An account number as it may be shown.
  last_digits: (text) => /\d{4}$/.exec(text.trim())?.[0],
  ein: toEin,
  phone_e164: toPhone,
  date: toDate,
  money: toAmount,
  state_code: toStateCode,
  first_name: (text) => splitWords(text).slice(0, -1).join(' ') || undefined,
  last_name: (text) => splitWords(text).at(-1),
  address: toAddress,
}

/**
 * A value after these steps in order; undefined as soon as one of them cannot convert it. A value
 * that is no text passes unchanged.
 */
export function postProcess(value: unknown, steps: readonly PostProcessor[]): unknown {
  let made = value
  for (const step of steps) {
    if (made === undefined) return undefined
    if (typeof made === 'string') made = STEPS[step](made)
  }
  return made
}

function splitWords(text: string): string[] {
  return text.trim().split(/\s+/).filter(Boolean)
}

/** `12 3456789` as `12-3456789`; a masked number or one of another length is none. */
function toEin(text: string): string | undefined {
  const digits = text.replace(/[\s-]/g, '')
  return /^\d{9}$/.test(digits) ? `${digits.slice(0, 2)}-${digits.slice(2)}` : undefined
}

/** `(212) 555-0100` as `+12125550100`; ten digits are taken for a number of North America. */
function toPhone(text: string): string | undefined {
  const digits = text.replace(/\D/g, '')
  if (text.trim().startsWith('+'))
    return digits.length >= 8 && digits.length <= 15 ? `+${digits}` : undefined
  if (digits.length === 10) return `+1${digits}`
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : undefined
}

// 01/31/2026, 1-31-26 is refused: its century is a guess
const AMERICAN_DATE = /^(?<month>\d{1,2})[/-](?<day>\d{1,2})[/-](?<year>\d{4})$/
// January 31, 2026
const WRITTEN_DATE = /^(?<name>[a-z]{3})[a-z]*\.?\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A date as forms of the United States print it, month first, or as ISO 8601 has it. */
function toDate(text: string): string | undefined {
  const trimmed = text.trim()
  const iso = trimmed.slice(0, 10)
  if (isPlainDate(iso) && (trimmed.length === 10 || trimmed[10] === 'T')) return iso
  const parts = (AMERICAN_DATE.exec(trimmed) ?? WRITTEN_DATE.exec(trimmed))?.groups
  if (!parts) return undefined
  const month = parts.month ?? MONTHS.indexOf(parts.name!.toLowerCase()) + 1
  const date = plainDate(Number(parts.year), Number(month), Number(parts.day))
  return isPlainDate(date) ? date : undefined
}

// ($1,234.50), 1234.5, -$12
const AMOUNT =
  /^(?<open>\()?(?<sign>-)?\s*\$?\s*(?<digits>\d{1,3}(?:,\d{3})+|\d+)(?<cents>\.\d{1,2})?\)?$/

/** `$1,234.50` as 1234.5; brackets are a minus. */
function toAmount(text: string): number | undefined {
  const parts = AMOUNT.exec(text.trim())?.groups
  if (!parts) return undefined
  const amount = Number(`${parts.digits!.replaceAll(',', '')}${parts.cents ?? ''}`)
  const isNegative = parts.open !== undefined || parts.sign !== undefined
  return isNegative && amount !== 0 ? -amount : amount
}

/** `Texas` and `tx` as `TX`. */
function toStateCode(text: string): string | undefined {
  const word = text.trim().toUpperCase()
  return Object.hasOwn(STATES, word) ? word : CODES.get(word)
}

const CODES = new Map(Object.entries(STATES).map(([code, name]) => [name.toUpperCase(), code]))

// 12 Main Street, Suite 4, Austin, TX 78701
const ADDRESS =
  /^(?<line1>[^,]+),\s*(?:(?<line2>(?:suite|ste|apt|unit|floor|#)[^,]*),\s*)?(?<city>[^,]+?),?\s+(?<state>[A-Z]{2})\s+(?<zip>\d{5}(?:-\d{4})?)$/i

/** The parts of an address on one line; what cannot be split is its first line. */
function toAddress(text: string): object | undefined {
  const line = text.trim().replace(/\s+/g, ' ')
  if (line === '') return undefined
  const parts = ADDRESS.exec(line.slice(0, 500))?.groups
  return {
    line1: parts?.line1 ?? line,
    line2: parts?.line2 ?? null,
    city: parts?.city ?? null,
    state: parts?.state?.toUpperCase() ?? null,
    postal_code: parts?.zip ?? null,
    country: null,
  }
}
