/** An amount in integer minor units of its currency. Inflow positive, outflow negative. */
export type Cents = number

/** Currencies whose minor unit is not one hundredth (ISO 4217, amendment 176). */
const EXPONENTS: Record<string, number> = {
  BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3,
  BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0,
  VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0,
} // prettier-ignore

/** Decimal places of a currency's minor unit; 2 for any currency not listed. */
export function getExponent(currency: string): number {
  return EXPONENTS[currency] ?? 2
}

/**
 * Major units (a JSON number such as 12.34) to minor units.
 * Returns null when the number is not finite, has more decimals than the currency or
 * leaves the range in which integers are exact. 1e-6 absorbs the binary error of the input only.
 */
export function toCents(major: number, currency = 'USD'): Cents | null {
  if (!Number.isFinite(major)) return null
  const scaled = major * 10 ** getExponent(currency)
  const cents = Math.round(scaled)
  if (
    !Number.isSafeInteger(cents) ||
    Math.abs(scaled - cents) > 1e-6 * Math.max(1, Math.abs(cents) * 1e-6)
  )
    return null
  return cents === 0 ? 0 : cents
}

/** Minor units to the JSON number of the wire. */
export function toMajor(cents: Cents, currency = 'USD'): number {
  return Number((cents / 10 ** getExponent(currency)).toFixed(getExponent(currency)))
}

/** Round to an integer, halves away from zero (formulas C3). */
export function roundHalfAway(value: number): number {
  const rounded = Math.sign(value) * Math.round(Math.abs(value))
  return rounded === 0 ? 0 : rounded
}

/** Round a ratio to 4 decimals for output, halves away from zero (formulas C3). */
export function roundRatio(value: number): number {
  return roundHalfAway(value * 1e4) / 1e4
}

/** `2602.89` in USD → `2,602.89`, for sentences that are kept: no reader's locale is known then. */
export function formatAmount(major: number, currency: string): string {
  const digits = getExponent(currency)
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return major.toLocaleString('en-US', format)
}
