import { getExponent, toMajor, type Cents } from '../money.ts'

/** Currencies with a sign that reads unambiguously beside `$`; the others are written as a code. */
const SIGNS: Readonly<Record<string, string>> = {
  USD: '$',
  CAD: 'CA$',
  AUD: 'A$',
  GBP: '£',
  EUR: '€',
}

/** Ratios that the field reads as multiples, by the name of their metric. */
const MULTIPLES: readonly string[] = ['debt_service_coverage_ratio', 'leverage_ratio']

/** `$1,234.56`, `-CA$5.00` or `JPY 1,200`: an amount in major units, with its decimals. */
export function formatMoney(major: number, currency: string): string {
  const digits = Math.abs(major).toFixed(getExponent(currency))
  const sign = major < 0 && /[1-9]/.test(digits) ? '-' : ''
  return `${sign}${getCurrencySign(currency)}${groupThousands(digits)}`
}

/** What stands before an amount: `$`, or `JPY ` for a currency without a sign of its own. */
export function getCurrencySign(currency: string): string {
  return SIGNS[currency] ?? `${currency} `
}

/** `$1,234.56` of an amount in minor units. */
export function formatCents(cents: Cents, currency: string): string {
  return formatMoney(toMajor(Math.round(cents), currency), currency)
}

/** `9.3 %` of 0.093. */
export function formatPercent(share: number): string {
  return `${(Math.round(share * 1000) / 10).toFixed(1)} %`
}

/** `0.35×`: how many times one figure covers another. */
export function formatMultiple(value: number): string {
  return `${value.toFixed(2)}×`
}

/** Whether a ratio is read as a multiple and not in percent. */
export function isMultiple(metric: string): boolean {
  return MULTIPLES.includes(metric)
}

/** Commas between the thousands of a decimal number. */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
}

/** `1 row` or `3 rows`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
