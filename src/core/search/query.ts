import { isPlainDate, lastOfMonth, type Month, type PlainDate } from '../values/dates.ts'
import type { Lexicon } from './lexicon.ts'
import type { WantedWord } from './score.ts'
import { isSpelt, toSearchWords } from './words.ts'

/** A search in the query language. */
export interface SearchQuery {
  /** All of it without its operators. */
  whole: string
  /** Each stands for every word that begins with it. */
  words: string[]
  phrases: string[][]
  without: string[]
  /** Absolute amounts in major units; null where there is no bound. */
  amount: Bounds<number>
  date: Bounds<PlainDate>
}

export interface Bounds<Value> {
  min: Value | null
  max: Value | null
}

/** More words would make a query slow and no more precise. */
const WORDS_MAX = 12
const AMOUNT_MAX = 1e12

/**
 * Reads `stripe "pay out" -refund amount:>500 date:2025-01`. Everything else is searched as words,
 * so that no query is invalid.
 */
export function readQuery(text: string): SearchQuery {
  const query: SearchQuery = {
    whole: '',
    words: [],
    phrases: [],
    without: [],
    amount: { min: null, max: null },
    date: { min: null, max: null },
  }
  // -refund, "pay out", amount:>500, stripe
  const pieces = [...text.matchAll(/(-?)(?:"([^"]*)"|(\S+))/g)]
  for (const [piece, minus, phrase, plain] of pieces) {
    if (plain !== undefined && readBounds(query, plain)) continue
    const words = toSearchWords(phrase ?? plain!)
    // -120.50 is an amount, not an excluded word.
    if (minus === '-' && parseAmount(piece) === null) query.without.push(...words)
    else if (phrase !== undefined) query.phrases.push(words)
    else query.words.push(...words)
  }
  query.words = query.words.slice(0, WORDS_MAX)
  query.without = query.without.slice(0, WORDS_MAX)
  query.phrases = query.phrases.filter((words) => words.length > 0).slice(0, WORDS_MAX)
  query.whole = pieces.map(([piece]) => piece).join(' ')
  return query
}

function readBounds(query: SearchQuery, plain: string): boolean {
  // amount:>500, date:2025-01..2025-03
  const [, name, operator = '', value = ''] = /^(amount|date):([<>]=?)?(.+)$/i.exec(plain) ?? []
  if (name?.toLowerCase() === 'amount') return narrow(query.amount, operator, amountRange(value))
  if (name?.toLowerCase() === 'date') return narrow(query.date, operator, dateRange(value))
  return false
}

/** `>` and `<` keep what is on one side of the range; amounts and days on its edge are kept too. */
function narrow<Value>(
  bounds: Bounds<Value>,
  operator: string,
  range: [Value, Value] | null,
): boolean {
  if (range === null) return false
  if (!operator.startsWith('<')) bounds.min = range[0]
  if (!operator.startsWith('>')) bounds.max = range[1]
  return true
}

function amountRange(text: string): [number, number] | null {
  const [from, to = from] = text.split('..').map(parseAmount)
  return from == null || to == null ? null : [from, to]
}

/** The amount that a text is, without its sign; null when it is none. */
export function parseAmount(text: string): number | null {
  // -$1,234.56, 500, € 12.5
  const match = /^[-+]?[$€£]?\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,3})?$/.exec(text.trim())
  if (!match) return null
  const amount = Number(match[1]!.replaceAll(',', '') + (match[2] ?? ''))
  return amount <= AMOUNT_MAX ? amount : null
}

function dateRange(text: string): [PlainDate, PlainDate] | null {
  const [from, to = from] = text.split('..').map(parseDayRange)
  return from && to ? [from[0], to[1]] : null
}

/** First and last day of `2025`, `2025-01` or `2025-01-31`. */
function parseDayRange(text: string): [PlainDate, PlainDate] | null {
  if (/^\d{4}$/.test(text)) return [`${text}-01-01`, `${text}-12-31`]
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return [`${text}-01`, lastOfMonth(text as Month)]
  return isPlainDate(text) ? [text, text] : null
}

/** A query in the words of the index, and whether some of these are not the caller's own. */
export interface IndexQuery {
  /** For `to_tsquery`: quoted words and operators, nothing else. Null when no word is wanted. */
  text: string | null
  /** The words of the caller, to measure likeness against. */
  typed: string
  /** The same words and what may be meant by them, to score what is found. */
  wanted: WantedWord[]
  isCorrected: boolean
  /** Beginnings of the words that are found, for the highlights. */
  beginnings: string[]
}

/** Which words may be misspelt: none, those that nothing begins with, or every one. */
export type Mode = 'text' | 'auto' | 'fuzzy'

/**
 * Turns words into a query of the index. A word that may be misspelt stands for the known words one
 * edit away too.
 */
export function toIndexQuery(query: SearchQuery, lexicon: Lexicon, mode: Mode): IndexQuery {
  const isDoubted = (word: string): boolean =>
    isSpelt(word) && (mode === 'fuzzy' || (mode === 'auto' && !lexicon.has(word)))
  const corrected = new Map(query.words.filter(isDoubted).map((word) => [word, lexicon.near(word)]))
  const parts = [
    ...query.words.map((word) => matchAny([word, ...(corrected.get(word) ?? [])])),
    ...query.phrases.map((words) => `(${words.map(quote).join(' <-> ')})`),
  ]
  const meant = [...corrected.values()].flat()
  const typedWords = [...query.words, ...query.phrases.flat()]
  return {
    text: parts.length === 0 ? null : [...parts, ...query.without.map(not)].join(' & '),
    typed: typedWords.join(' '),
    wanted: typedWords.map((word) => ({ typed: word, meant: corrected.get(word) ?? [] })),
    isCorrected: meant.length > 0,
    beginnings: [...typedWords, ...meant],
  }
}

function matchAny(words: readonly string[]): string {
  return `(${words.map(beginning).join(' | ')})`
}

function not(word: string): string {
  return `!${quote(word)}`
}

/** Words of one or two letters match whole: they begin too many others. */
function beginning(word: string): string {
  return word.length < 3 ? quote(word) : `${quote(word)}:*`
}

/** Words are letters and digits, so there is nothing to escape. */
function quote(word: string): string {
  return `'${word}'`
}
