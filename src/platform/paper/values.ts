import { formatMoney } from '../../core/values/paper/figure-text.ts'
import type { PaperValue, ValueKind } from '../../core/values/paper/paper.ts'

/** What stands for a value that is not known: never a zero. */
export const UNKNOWN = '–'

/** Making one takes longer than writing with it, and the first of all loads the languages. */
const formatters = new Map<string, Intl.NumberFormat>()

/** A value as a person reads it, by its kind; the currency gives an amount its decimals. */
export function writeValue(value: PaperValue, kind: ValueKind, currency: string): string {
  if (value === null) return UNKNOWN
  if (typeof value === 'string') return value
  if (kind === 'ratio') return `${fixed(value * 100, 1)} %`
  if (kind === 'amount') return formatMoney(value, currency)
  return formatter(0, 4).format(value)
}

/** Whether values of a kind stand at the right of their column. */
export function isFigure(kind: ValueKind): boolean {
  return kind !== 'text' && kind !== 'date'
}

function fixed(value: number, digits: number): string {
  const written = formatter(digits, digits).format(value)
  return /[1-9]/.test(written) ? written : written.replace('-', '')
}

function formatter(least: number, most: number): Intl.NumberFormat {
  const key = `${least}-${most}`
  let known = formatters.get(key)
  if (known === undefined) {
    known = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    })
    formatters.set(key, known)
  }
  return known
}
