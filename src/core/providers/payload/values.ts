import { exactCents } from '../../values/exact-cents.ts'
import { existingDate, isPlainDate, type PlainDate } from '../../values/dates.ts'
import { getExponent, type Cents } from '../../values/money.ts'
import { Numeral } from './parse.ts'
import { readText, type Place } from './place.ts'

/**
 * Minor units of a number or a text such as `-1,234.50`, `$12.00`, `(3.10)`, `1.5E2`; null where it
 * is none, or has more decimals than the currency.
 */
export function readCents(place: Place, currency: string): Cents | null {
  const written = readText(place)
  if (written === null) return null
  if (place.value instanceof Numeral) return exactCents(plainDecimal(written, currency), currency)
  // ($1,234.50)   -$12   12.00-   1,234.50 USD
  const match =
    /^(\()?\s*([+-]?)\s*(?:[A-Z]{3}\s*)?[$€£]?\s*([+-]?)(\d{1,3}(?:,\d{3})+|\d+)?(\.\d*)?\s*(-?)(?:\s*[A-Z]{3})?\s*(\))?$/.exec(
      written,
    )
  if (!match || (match[4] === undefined && (match[5] ?? '.') === '.')) return null
  const [, open, sign, inner, whole = '0', decimals = '', behind, close] = match
  if ((open === undefined) !== (close === undefined)) return null
  const isNegative = open !== undefined || [sign, inner, behind].includes('-')
  const text = plainDecimal(`${whole.replaceAll(',', '')}${decimals}`, currency)
  return exactCents(`${isNegative ? '-' : ''}${text}`, currency)
}

/** Digits behind the minor unit that a binary fraction leaves: `.30000000000000004`. */
const NOISE_DIGITS = 8
const EXPONENT_MAX = 20

/** A JSON number without an exponent and without the noise of a binary fraction. */
function plainDecimal(text: string, currency: string): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (!match) return text
  const [, sign = '', whole = '0', fraction = '', power = '0'] = match
  const shift = Number(power)
  if (Math.abs(shift) > EXPONENT_MAX) return text
  const digits = shift < 0 ? `${'0'.repeat(-shift)}${whole}${fraction}` : `${whole}${fraction}`
  const point = (shift < 0 ? whole.length - shift : whole.length) + shift
  const padded = digits.padEnd(point, '0')
  return withoutNoise(
    { sign, whole: padded.slice(0, point).replace(/^0+(?=\d)/, ''), fraction: padded.slice(point) },
    getExponent(currency),
  )
}

function withoutNoise(
  { sign, whole, fraction }: { sign: string; whole: string; fraction: string },
  exponent: number,
): string {
  const rest = fraction.slice(exponent)
  const kept = fraction.slice(0, exponent)
  if (rest.length < NOISE_DIGITS) return `${sign}${whole || '0'}.${fraction}`
  if (/^0{5}/.test(rest)) return `${sign}${whole || '0'}.${kept}`
  if (!/^9{5}/.test(rest)) return `${sign}${whole || '0'}.${fraction}`
  const raised = String(BigInt(`${whole || '0'}${kept}`) + 1n).padStart(exponent + 1, '0')
  return `${sign}${raised.slice(0, raised.length - exponent)}.${raised.slice(raised.length - exponent)}`
}

/** Where the day of an instant ends, unless the caller names another place. */
const TIMEZONE_DEFAULT = 'America/New_York'
/** Seconds since 1970 of the years 1980 to 2199; the same in milliseconds. */
const EPOCH_SECONDS = [315_532_800, 7_258_118_400] as const
const FORMATS = new Map<string, Intl.DateTimeFormat>()

/**
 * A day: `2025-01-31`, the day that an ISO instant shows, `01/31/2025` with the month first, or
 * seconds since 1970 as the day at a place. Null where it is none.
 */
export function readDate(place: Place, timezone: string | null = null): PlainDate | null {
  const written = readText(place)
  if (written === null) return null
  const epoch = /^\d{9,13}$/.test(written) ? toSeconds(Number(written)) : null
  if (epoch !== null) return dayAt(epoch, timezone ?? TIMEZONE_DEFAULT)
  // 2025-01-31T00:00:00-0500   2025/01/31
  const iso = /^(\d{4}[-/]\d{2}[-/]\d{2})(?:[T ].*)?$/.exec(written)?.[1]?.replaceAll('/', '-')
  if (iso !== undefined) return isPlainDate(iso) ? iso : null
  // 1/31/2025 12:00:00 AM
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s.*)?$/.exec(written) ?? []
  return year === undefined ? null : existingDate(Number(year), Number(month), Number(day))
}

function toSeconds(value: number): number | null {
  const seconds = value > EPOCH_SECONDS[1] ? Math.floor(value / 1000) : value
  return seconds >= EPOCH_SECONDS[0] && seconds <= EPOCH_SECONDS[1] ? seconds : null
}

function dayAt(seconds: number, timeZone: string): PlainDate {
  let format = FORMATS.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    FORMATS.set(timeZone, format)
  }
  return format.format(seconds * 1000)
}

/** A currency of three letters; null for anything else. */
export function readCurrency(place: Place): string | null {
  const code = readText(place)?.toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(code) ? code : null
}
