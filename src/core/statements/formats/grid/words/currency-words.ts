import { optional, text } from '../../../../values/rows/cells.ts'
import { readRows } from '../../../../values/rows/rows.ts'
import { listed } from './lists.ts'

/** Currencies (ISO 4217) that are recognised in cells and headings. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(listed('currency'))

/** Symbols beside an amount. A bare `$`, `kr` or `Rs` belongs to many countries and names none. */
export const CURRENCY_SYMBOLS: ReadonlyMap<string, string | null> = new Map(
  readRows(
    new URL('currency-symbols.csv', import.meta.url),
    { symbol: text, currency: optional(text) },
    ['symbol'],
  ).map(({ symbol, currency }) => [symbol, currency]),
)
