import { CURRENCY_CODES, CURRENCY_NAMES, SYMBOL_CURRENCIES } from './currencies.ts'
import { getExponent } from '../../values/money.ts'
import { plainWords } from '../vocabulary/plain-words.ts'
import { addWeight, weighPlace, type PrintedTexts, type Weights } from './evidence.ts'

/**
 * Where a statement's currency is from: its print, the country that the print shows, the tenant's
 * setting, a person, or nothing of these.
 */
export const CURRENCY_SOURCES = ['printed', 'derived', 'setting', 'assumed', 'stated'] as const
export type CurrencySource = (typeof CURRENCY_SOURCES)[number]

export interface CurrencyReading {
  currency: string
  currencySource: CurrencySource
}

/** A currency weighs as much before it counts, and as much more than the next one. */
const PRINTED_LEAST = 2
const PRINTED_LEAD = 0.25
/** A label, or the figures of most rows, weigh this much. */
const CERTAIN = 4
const STRONG_LEAST = 2
const STRONG_LEAD = 0.75
const WEAK_LEAST = 1
const WEAK_LEAD = 0.25

/** What is taken where nothing speaks for any; a person is then stopped. */
const ASSUMED = 'USD'

/**
 * The currency of an account by its print: a code, name or symbol beside its figures or in its
 * head; else the country that account number, address, bank, words and language show; else the
 * caller's `setting`; else weak signs of a country, such as the order of its dates. A symbol of
 * several countries (`$`) leaves those, whatever the setting. What is only assumed is said by the
 * source.
 */
export function readCurrency(texts: PrintedTexts, setting: string | undefined): CurrencyReading {
  const own = accountCurrency(texts)
  if (own !== null) return { currency: own, currencySource: 'printed' }
  const printed = weighPrint(texts)
  const places = weighPlace(texts)
  const fitting = fittingSymbols(texts, places)
  const both: Weights = new Map(printed)
  for (const [currency, weight] of fitting)
    if (both.has(currency)) addWeight(both, currency, weight)
  const named = lead(both)
  const allowed = sharedSymbol(texts)?.currencies ?? null
  // A weak name against the symbol of most lines is that of money abroad.
  const isAbroad = (currency: string): boolean =>
    (printed.get(currency) ?? 0) < CERTAIN && allowed?.includes(currency) === false
  if (named && (printed.get(named.currency) ?? 0) >= PRINTED_LEAST && !isAbroad(named.currency)) {
    const isOpen = named.by < PRINTED_LEAD
    return { currency: named.currency, currencySource: isOpen ? 'assumed' : 'printed' }
  }
  for (const [currency, weight] of printed)
    if (!isAbroad(currency)) addWeight(fitting, currency, weight)
  const best = lead(fitting)
  if (best && best.weight >= STRONG_LEAST && best.by >= STRONG_LEAD)
    return { currency: best.currency, currencySource: 'derived' }
  if (setting !== undefined && (allowed === null || allowed.includes(setting)))
    return { currency: setting, currencySource: 'setting' }
  if (best && best.weight >= WEAK_LEAST && best.by >= WEAK_LEAD)
    return { currency: best.currency, currencySource: 'derived' }
  const isLikely = best !== null && best.weight >= WEAK_LEAST
  return { currency: isLikely ? best.currency : assume(allowed), currencySource: 'assumed' }
}

/** Never what the print rules out: `Rs. 50,000` are no dollars. With decimals any amount fits. */
function assume(allowed: readonly string[] | null): string {
  if (allowed === null || allowed.includes(ASSUMED)) return ASSUMED
  return allowed.find((currency) => getExponent(currency) > 0) ?? allowed[0]!
}

/** `Account type: U.S. Dollar Business Chequing`, whatever the country of the bank. */
const ACCOUNT_TYPE = /\b(?:account type|type of account)\b\W+(.{3,40})/i

/** The one currency that the kind of the account is named by. */
function accountCurrency({ head }: PrintedTexts): string | null {
  const kinds = head.slice(0, 400).map((text) => plainWords(ACCOUNT_TYPE.exec(text)?.[1] ?? ''))
  const found = new Set(kinds.flatMap((kind) => leadingCurrency(kind.split(' ')) ?? []))
  return found.size === 1 ? [...found][0]! : null
}

/** A name of so many words, or a code, that the words begin with. */
function leadingCurrency(words: readonly string[], counts = [3, 2]): string | undefined {
  const names = counts.map((count) => words.slice(0, count).join(' '))
  const code = words[0]?.toUpperCase() ?? ''
  const ofCode = CURRENCY_CODES.has(code) && !WORDS.has(code) ? code : undefined
  return names.map((name) => CURRENCY_NAMES.get(name)).find((one) => one !== undefined) ?? ofCode
}

/** What a format names itself (a field of its standard), else what its print shows. */
export function namedCurrency(
  named: string | null | undefined,
  texts: PrintedTexts,
  setting: string | undefined,
): CurrencyReading {
  const code = named?.trim().toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(code)
    ? { currency: code, currencySource: 'printed' }
    : readCurrency(texts, setting)
}

function lead(weights: Weights): { currency: string; weight: number; by: number } | null {
  const [first, second] = [...weights].toSorted((a, b) => b[1] - a[1])
  return first
    ? { currency: first[0], weight: first[1], by: first[1] - Math.max(0, second?.[1] ?? 0) }
    : null
}

/** A code in capitals, alone or with a figure on one of its sides: `EUR 49.00`, `49.00 EUR`. */
const CODE = /(?<![\p{L}\d])([A-Z]{3})(?![\p{L}\d])/gu
const LABEL =
  /\b(?:currency|ccy|w[äa]hrung|devise|moneda|moeda|valuta|divisa|waluta|m[ěe]na|deviza|valuutta|para birimi|mata uang|валюта)\b/iu
/** Codes that are words of other languages as well. */
const WORDS: ReadonlySet<string> = new Set(
  'TRY PEN COP MAD RON ISK DOP ALL BAM GEL LAK MOP TOP PAB AMD'.split(' '),
)
/** Of the names of currencies; few words of a print begin one. */
const FIRST_WORDS = new Set(CURRENCY_NAMES.keys().map((name) => name.split(' ', 1)[0]!))
/** So large a share of the rows names the currency of their figures. */
const ROWS_SHARE = 0.4

/** Codes, names and symbols, by where they stand. */
function weighPrint({ head, rows }: PrintedTexts): Weights {
  const weights: Weights = new Map()
  // What every page repeats says it once.
  for (const text of new Set(head.slice(0, 400))) weighHead(text, weights)
  const some = rows.slice(0, 400)
  const counts: Weights = new Map()
  for (const text of some) for (const code of codesByFigures(text)) addWeight(counts, code, 1)
  for (const [code, count] of counts) {
    const isUsual = count >= ROWS_SHARE * some.length && count > 1
    // A row in another currency names it.
    addWeight(weights, code, isUsual ? 4 : 0.2)
  }
  for (const [code, weight] of weights) weights.set(code, Math.min(weight, 8))
  return weights
}

function weighHead(text: string, weights: Weights): void {
  const label = LABEL.exec(text)
  const isLabelled = label !== null
  // `Currency  NIGERIAN NAIRA   Closing balance  1,066,822.28`
  const behind = label ? plainWords(text.slice(label.index + label[0].length)).split(' ') : []
  const named = /\d/.test(text) ? leadingCurrency(behind, [3, 2, 1]) : undefined
  if (named !== undefined && !CURRENCY_CODES.has(behind[0]!.toUpperCase()))
    addWeight(weights, named, 5)
  for (const match of text.matchAll(CODE)) {
    const code = match[1]!
    if (!CURRENCY_CODES.has(code)) continue
    const touches = touchesFigure(text, match.index, code.length)
    if (WORDS.has(code) && !isLabelled && !touches) continue
    addWeight(weights, code, isLabelled ? 5 : touches ? weighTouching(text) : 2.5)
  }
  for (const symbol of symbolsIn(text)) {
    const [only, other] = SYMBOL_CURRENCIES.get(symbol)!
    if (other === undefined) addWeight(weights, only, 1.5)
  }
  const words = plainWords(text).split(' ')
  words.forEach((word, at) => {
    if (!FIRST_WORDS.has(word)) return
    const pair = `${word} ${words[at + 1] ?? ''}`
    const triple = `${pair} ${words[at + 2] ?? ''}`
    const code = CURRENCY_NAMES.get(triple) ?? CURRENCY_NAMES.get(pair) ?? CURRENCY_NAMES.get(word)
    if (code !== undefined && !/\d/.test(text)) addWeight(weights, code, isLabelled ? 5 : 2)
  })
}

/** `35.00 GBP@ 0.861200`, `EUR 29000.00 Kurs 0.951724`: what a row cost abroad. */
function weighTouching(text: string): number {
  return /@|\bkurs\b|\brate\b|\btaux\b|\bcambio\b|^\W*(?:[A-Z]{3} [\d.,]+|[\d.,]+ [A-Z]{3})\W*$/i.test(
    text,
  )
    ? 0.1
    : 1
}

function touchesFigure(text: string, at: number, length: number): boolean {
  return /\d\s?$/.test(text.slice(0, at)) || /^\s?-?[\d.]/.test(text.slice(at + length))
}

function codesByFigures(text: string): Set<string> {
  const found = new Set<string>()
  for (const match of text.matchAll(CODE))
    if (CURRENCY_CODES.has(match[1]!) && touchesFigure(text, match.index, 3)) found.add(match[1]!)
  for (const symbol of symbolsIn(text)) {
    const [only, other] = SYMBOL_CURRENCIES.get(symbol)!
    if (other === undefined) found.add(only!)
  }
  return found
}

/** Signs and short words beside a figure or in parentheses: `€`, `R$`, `(¥)`, `Rs. 16`. */
function symbolsIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const match of text.matchAll(MARKED)) {
    const symbol = (match.slice(1).find((part) => part !== undefined) ?? '').toLowerCase()
    if (SYMBOL_CURRENCIES.has(symbol)) found.add(symbol)
  }
  return found
}

// `R$`   `€`   `R/S`
const MARK = String.raw`[\p{L}.]{0,4}[\p{Sc}]|/S`
// `Rs.`   `kr`
const WORD = String.raw`[\p{L}]{2,4}\.?`
/** A figure that no code holds: `RP0001` and `Rp0Yx3` are codes, as is `FORM953KR-0125`. */
const FIGURE = String.raw`[-−+(]? ?(?!0\d)\d(?![\d.,]*\p{L})`
const NUMBER = String.raw`(?<![\p{L}\d.,/-])\d[\d.,]*`
/** A letter alone is a symbol beside money only: `R 1 234,50`, and neither `R-2` nor `Unit 4R`. */
const MONEY = String.raw`\d{1,3}(?:[ .,'’]?\d{3})*[.,]\d{2}(?!\d)`
/** `Rs. 16`   `16 kr`   `(R$)`   `en €` */
const MARKED = new RegExp(
  [
    String.raw`(?<![\p{L}\d])(${MARK}|${WORD}) ?${FIGURE}`,
    String.raw`(?<![\p{L}\d])(\p{L}\.?) ?[-−+(]? ?${MONEY}`,
    String.raw`\d ?(${MARK})(?![\p{L}\d])`,
    String.raw`${NUMBER} ?(${WORD})(?![\p{L}\d]|-\d)`,
    String.raw`${MONEY} ?(\p{L}\.?)(?![\p{L}\d]|-\d)`,
    String.raw`(?<![\p{L}\d])\((${MARK}|${WORD}|\p{L}\.?)\)`,
    String.raw`(?<![\p{L}\d])([\p{L}]{0,3}[\p{Sc}])(?![\p{L}\d])`,
  ].join('|'),
  'gu',
)

/** A symbol that several currencies use, as the print has it. */
export interface SharedSymbol {
  symbol: string
  currencies: readonly string[]
}

/** The symbol of most lines and what it may mean, where several currencies use it; else null. */
export function sharedSymbol({ head, rows }: PrintedTexts): SharedSymbol | null {
  const counts: Weights = new Map()
  const texts = [...head.slice(0, 400), ...rows.slice(0, 400)]
  for (const text of texts)
    for (const symbol of symbolsIn(text))
      if ((SYMBOL_CURRENCIES.get(symbol)?.length ?? 0) > 1) addWeight(counts, symbol, 1)
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1])
  if (!first || first[1] < Math.max(2, texts.length * 0.05)) return null
  return { symbol: first[0], currencies: SYMBOL_CURRENCIES.get(first[0])! }
}

/** A symbol that stands in many lines leaves the currencies that it may mean. */
function fittingSymbols(texts: PrintedTexts, weights: Weights): Weights {
  const allowed = sharedSymbol(texts)?.currencies
  if (allowed === undefined) return new Map(weights)
  const left: Weights = new Map([...weights].filter(([currency]) => allowed.includes(currency)))
  // The first of the list uses the bare symbol most.
  addWeight(left, allowed[0]!, 0.75)
  return left
}
