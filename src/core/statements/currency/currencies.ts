import { choice, list, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import { plainWords } from '../vocabulary/plain-words.ts'

const CURRENCIES = readRows(
  new URL('currencies.csv', import.meta.url),
  { code: text, symbols: list(text), countries: list(text), names: list(text), abroad: list(text) },
  ['code'],
)

const SHARED = readRows(
  new URL('shared-symbols.csv', import.meta.url),
  { symbol: text, currencies: list(text) },
  ['symbol'],
)

/** Currencies (ISO 4217) that are recognized in cells, headings and lines. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(CURRENCIES.map(({ code }) => code))

/** Symbols beside an amount. A bare `$`, `kr` or `Rs` belongs to many countries and names none. */
export const CURRENCY_SYMBOLS: ReadonlyMap<string, string | null> = new Map([
  ...SHARED.map(
    ({ symbol, currencies }) => [symbol, currencies.length > 1 ? null : currencies[0]!] as const,
  ),
  ...CURRENCIES.flatMap(({ code, symbols }) => symbols.map((symbol) => [symbol, code] as const)),
])

/** The currencies that a symbol may mean. */
export const SYMBOL_CURRENCIES: ReadonlyMap<string, readonly string[]> = new Map([
  ...SHARED.map(({ symbol, currencies }): readonly [string, readonly string[]] => [
    symbol,
    currencies,
  ]),
  ...CURRENCIES.flatMap(({ code, symbols }) =>
    symbols.map((symbol): readonly [string, readonly string[]] => [symbol, [code]]),
  ),
])

/** Names of currencies as `plainWords`. */
export const CURRENCY_NAMES: ReadonlyMap<string, string> = new Map(
  CURRENCIES.flatMap(({ code, names }) => names.map((name) => [plainWords(name), code] as const)),
)

/**
 * All names by which an English print names money abroad. Beside those of its own money they show
 * no currency of an account: cards print `Mexican Pesos` below what was spent there.
 */
export const FOREIGN_NAMES: ReadonlySet<string> = new Set([
  ...CURRENCY_NAMES.keys(),
  ...CURRENCIES.flatMap(({ abroad }) => abroad.map(plainWords)),
])

/** The currency of a country by its code of two letters, as IBAN and BIC have it. */
export const COUNTRY_CURRENCIES: ReadonlyMap<string, string> = new Map(
  CURRENCIES.flatMap(({ code, countries }) => countries.map((country) => [country, code] as const)),
)

const CUE_KINDS = ['place', 'bank', 'scheme', 'language'] as const
export type CueKind = (typeof CUE_KINDS)[number]

/** Words of a country by their currency, a phrase of `plainWords` each. */
export const CURRENCY_CUES: readonly { currency: string; kind: CueKind; phrase: string }[] =
  readRows(
    new URL('cues.csv', import.meta.url),
    {
      currency: choice([...CURRENCY_CODES], 'a currency'),
      kind: choice(CUE_KINDS, 'a kind of cue'),
      phrase: text,
    },
    ['currency', 'kind', 'phrase'],
  ).map((cue) => ({ ...cue, phrase: plainWords(cue.phrase) }))

/** Currencies of countries that write the month first; all others write the day first. */
export const MONTH_FIRST_CURRENCIES: ReadonlySet<string> = new Set(['USD', 'CAD', 'PHP'])

/** With neighbours of the United States, whose banks write as these or as Britain does. */
const BOTH_ORDERS: ReadonlySet<string> = new Set(
  'CAD PHP HKD MYR BSD BBD BMD BZD KYD JMD TTD XCD GYD PAB DOP HTG AWG ANG LRD'.split(' '),
)

/** Banks of every country keep accounts in these: the code alone shows no country. */
export const KEPT_ANYWHERE: ReadonlySet<string> = new Set(['EUR', 'USD'])

/** Whether a country writes its dates in this order only; Canada and others write both. */
export function isOnlyOrder(currency: string, isMonthFirst: boolean): boolean {
  return !BOTH_ORDERS.has(currency) && MONTH_FIRST_CURRENCIES.has(currency) === isMonthFirst
}
