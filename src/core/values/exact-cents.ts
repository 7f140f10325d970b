import { getExponent, type Cents } from './money.ts'

/**
 * Minor units of a decimal number as bank messages write it: digits, one point or comma, no
 * grouping (`1234,5`, `105678.50`, `500,`, `-12`). Null when the text is anything else, has more
 * decimals than the currency (yen have none, dinars three) or leaves the exact integers.
 */
export function exactCents(text: string, currency: string): Cents | null {
  // -1234,5
  const match = /^([+-]?)(\d{1,18})(?:[.,](\d*))?$/.exec(text.trim())
  if (!match) return null
  const [, sign, whole = '', decimals = ''] = match
  const exponent = getExponent(currency)
  const fraction = decimals.replace(/0+$/, '')
  if (fraction.length > exponent) return null
  const cents = Number(whole + fraction.padEnd(exponent, '0'))
  if (!Number.isSafeInteger(cents)) return null
  return sign === '-' && cents !== 0 ? -cents : cents
}
