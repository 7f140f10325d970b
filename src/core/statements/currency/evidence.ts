import { isRoutingNumber } from '../../values/us/routing-number.ts'
import { hasPhrase, plainWords } from '../vocabulary/plain-words.ts'
import { COUNTRY_CURRENCIES, CURRENCY_CUES, type CueKind } from './currencies.ts'

/** The print of one account, parted: what stands in its rows may be about other accounts. */
export interface PrintedTexts {
  head: readonly string[]
  rows: readonly string[]
}

/** How much speaks for each currency. */
export type Weights = Map<string, number>

/** What one cue of a kind weighs, and what all of one currency weigh at most. */
const CUE_WEIGHTS: Record<CueKind, { each: number; most: number }> = {
  place: { each: 2, most: 3.5 },
  bank: { each: 2, most: 2 },
  scheme: { each: 0.9, most: 3 },
  language: { each: 0.75, most: 2.25 },
}

/** Files have a hundred thousand rows; the first ones show the country as well. */
const MOST_LINES = 400

/** Which country the form of the print belongs to: numbers, addresses, words, habits. */
export function weighPlace({ head, rows }: PrintedTexts): Weights {
  const weights: Weights = new Map()
  const heads = head.slice(0, MOST_LINES)
  const texts = [...heads, ...rows.slice(0, MOST_LINES)]
  weighNumbers(heads, weights)
  weighAddresses(heads, texts, weights)
  weighCues(heads, texts, weights)
  weighHabits(heads, texts, weights)
  return weights
}

export function addWeight(weights: Weights, currency: string | undefined, weight: number): void {
  if (currency !== undefined) weights.set(currency, (weights.get(currency) ?? 0) + weight)
}

/** `PL61 1090 1014 0000 0712 1981 2874` */
const IBAN = /(?<![\p{L}\d])([A-Z]{2})\d{2} ?(?:[\dA-Z]{4} ?){2,7}[\dA-Z]{1,4}(?![\p{L}\d])/u
/** `BIC ASTYGB21XXX` */
const BIC = /\b(?:BIC|SWIFT)\b\D{0,12}?\b[A-Z]{4}([A-Z]{2})[A-Z\d]{2}(?:[A-Z\d]{3})?\b/i

/** Forms of numbers that only one country has. */
const NUMBERS: readonly { pattern: RegExp; currency: string; weight: number }[] = [
  // Sort code 20-45-18, 20-11-47 55120931
  { pattern: /\bsort ?code\b/i, currency: 'GBP', weight: 2 },
  { pattern: /(?<![\d-])\d{2}-\d{2}-\d{2} \d{8}(?![\d-])/, currency: 'GBP', weight: 3 },
  // 601422-31990517
  { pattern: /(?<![\d-])\d{6}[ -]\d{8}(?![\d-])/, currency: 'GBP', weight: 2.5 },
  // IFSC: HDFC0001234
  { pattern: /\bIFSC?\b|\b[A-Z]{4}0\d{6}\b/, currency: 'INR', weight: 3 },
  // 38-9118-0061844-00
  { pattern: /(?<![\d-])\d{2}-\d{4}-\d{7}-\d{2,3}(?![\d-])/, currency: 'NZD', weight: 5 },
  // Bank 12; Branch 3108; Account 0417261-50
  { pattern: /\bbank \d{2}; branch \d{4}; account \d{7}\b/i, currency: 'NZD', weight: 5 },
  { pattern: /\bBSB\b/, currency: 'AUD', weight: 4 },
  // CLABE 012180001234567891
  { pattern: /\bCLABE\b\D{0,12}\d{18}\b/i, currency: 'MXN', weight: 4 },
  // Transit 00417, institution 003
  { pattern: /\btransit\b.{0,20}\binstitution\b/i, currency: 'CAD', weight: 3 },
  // Bankgiro, clearing number of five digits
  { pattern: /\bReg\.? ?nr\.? ?\d{4}\b/i, currency: 'DKK', weight: 2 },
  { pattern: /\bCNPJ\b|\bAg[êe]ncia\b/i, currency: 'BRL', weight: 3 },
]

function weighNumbers(heads: readonly string[], weights: Weights): void {
  const country = heads.map((text) => IBAN.exec(text)?.[1]).find((code) => isKnown(code))
  if (country !== undefined) addWeight(weights, COUNTRY_CURRENCIES.get(country), 5)
  const bic = heads.map((text) => BIC.exec(text)?.[1]).find((code) => isKnown(code))
  if (bic !== undefined) addWeight(weights, COUNTRY_CURRENCIES.get(bic.toUpperCase()), 3)
  for (const { pattern, currency, weight } of NUMBERS)
    if (heads.some((text) => pattern.test(text))) addWeight(weights, currency, weight)
  if (heads.some(hasRoutingNumber)) addWeight(weights, 'USD', 4)
}

function isKnown(country: string | undefined): boolean {
  return country !== undefined && COUNTRY_CURRENCIES.has(country.toUpperCase())
}

/** `Routing number: 021000021` */
function hasRoutingNumber(text: string): boolean {
  const number = /\b(?:routing|ABA|RTN?)\b\D{0,24}(\d{9})(?!\d)/i.exec(text)?.[1]
  return number !== undefined && isRoutingNumber(number)
}

/** Ends of addresses; `least` lines have to have it, since a word may look like one. */
const ADDRESSES: readonly { pattern: RegExp; currency: string; weight: number; least: number }[] = [
  // Springfield, IL 62704
  { pattern: /,? [A-Z]{2} {1,2}\d{5}(?:-\d{4})?(?!\d)/, currency: 'USD', weight: 3, least: 1 },
  // Montréal QC H3C 3B8
  { pattern: /\b[A-Z]{2} {1,2}[A-Z]\d[A-Z] ?\d[A-Z]\d\b/, currency: 'CAD', weight: 3, least: 1 },
  // Newcastle upon Tyne NE19 1AA
  { pattern: /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/, currency: 'GBP', weight: 3, least: 1 },
  // Galway H91 K2T9
  { pattern: /\b[A-Z]\d[\dW] [A-Z\d]{4}\b/, currency: 'EUR', weight: 2.5, least: 1 },
  // Rosebery NSW 2018
  {
    pattern: /\b(?:NSW|VIC|QLD|TAS|ACT|SA|WA|NT) {1,2}\d{4}(?!\d)/,
    currency: 'AUD',
    weight: 3,
    least: 1,
  },
  { pattern: /\bSingapore \d{6}\b/i, currency: 'SGD', weight: 3, least: 1 },
  // 2595 AA Den Haag
  { pattern: /\b[1-9]\d{3} [A-Z]{2} [A-Z][a-z]/, currency: 'EUR', weight: 2, least: 1 },
  // 04120-020
  { pattern: /\bCEP:? ?\d{5}-\d{3}\b/i, currency: 'BRL', weight: 3, least: 1 },
]

/** `RIDGELINE FUEL AUSTIN TX`; states whose letters are words are left out. */
const STATE =
  /[A-Z]{3,} (?:AK|AZ|CA|CT|DC|FL|GA|AL|IA|IL|KS|KY|MA|MD|MI|MN|MO|MS|NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VA|VT|WI|WV|WY)(?= {2}|$| \S*\d)/
/** `PRAIRIE PETRO BRANDON MB` */
const PROVINCE = /[A-Z]{3,} (?:AB|BC|MB|NB|NS|ON|QC|SK)(?= {2}|$| \S*\d)/
const STATES_LEAST = 2
/** A holder also shops abroad: so large a share of the lines names places at home. */
const STATES_SHARE = 0.1

function weighAddresses(
  heads: readonly string[],
  texts: readonly string[],
  weights: Weights,
): void {
  for (const { pattern, currency, weight, least } of ADDRESSES)
    if (heads.filter((text) => pattern.test(text)).length >= least)
      addWeight(weights, currency, weight)
  const least = Math.max(STATES_LEAST, STATES_SHARE * (texts.length - heads.length))
  const count = (pattern: RegExp): number => texts.filter((text) => pattern.test(text)).length
  if (count(STATE) >= least) addWeight(weights, 'USD', 2)
  if (count(PROVINCE) >= least) addWeight(weights, 'CAD', 2)
}

/** Every word of the print is looked up; a phrase is compared where its first word stands. */
const CUES_BY_WORD = Map.groupBy(CURRENCY_CUES, ({ phrase }) => phrase.split(' ', 1)[0]!)

function weighCues(heads: readonly string[], texts: readonly string[], weights: Weights): void {
  const found = new Set<(typeof CURRENCY_CUES)[number]>()
  texts.forEach((text, at) => {
    const words = plainWords(text)
    for (const word of new Set(words.split(' ')))
      for (const cue of CUES_BY_WORD.get(word) ?? [])
        // Rows name shops and banks of other countries.
        if ((cue.kind === 'scheme' || at < heads.length) && hasPhrase(words, cue.phrase))
          found.add(cue)
  })
  const groups = Map.groupBy(found, ({ currency, kind }) => `${currency} ${kind}`)
  for (const group of groups.values()) {
    const [{ currency, kind }] = group as [(typeof CURRENCY_CUES)[number]]
    const { each, most } = CUE_WEIGHTS[kind]
    addWeight(weights, currency, Math.min(most, group.length * each))
  }
}

/** `03/14/2026`, `3.14.2026` */
const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})(?![\d/])/
const ENGLISH =
  /\b(?:date|amount|balance|description|deposits?|withdrawals?|transactions?|purchase|payment|transfer)\b/i

/** Weak signs: month first, the marks of a figure, letters of an alphabet. */
function weighHabits(heads: readonly string[], texts: readonly string[], weights: Weights): void {
  const order = dateHabit(texts)
  const isEnglish = texts.some((text) => ENGLISH.test(text))
  if (isEnglish && order === 'month-first') addWeight(weights, 'USD', 1)
  if (order === 'day-first') addWeight(weights, 'USD', -2)
  // 12,50 and 1.234,50
  const commas = texts.filter((text) => /\d,\d{2}(?![\d,])/.test(text)).length
  const points = texts.filter((text) => /\d\.\d{2}(?![\d.])/.test(text)).length
  if (commas > points) for (const code of DECIMAL_POINT) addWeight(weights, code, -2)
  // 35'036.44
  if (texts.some((text) => /\d['’]\d{3}\.\d{2}\b/.test(text))) addWeight(weights, 'CHF', 1.5)
  for (const { script, currency } of SCRIPTS)
    if (heads.some((text) => script.test(text))) addWeight(weights, currency, 1)
}

/** How much longer the days of the rows spread in the wrong order, where both exist. */
const SPREAD = 2

/** The order that the dates prove, or under which they stand much closer together. */
function dateHabit(texts: readonly string[]): 'month-first' | 'day-first' | null {
  const pairs = texts
    .map((text) => SLASHED.exec(text))
    .filter((match) => match !== null)
    .map(([, first, second]) => [Number(first), Number(second)] as const)
  const isMonthFirst = pairs.some(([, second]) => second > 12)
  const isDayFirst = pairs.some(([first]) => first > 12)
  if (isMonthFirst !== isDayFirst) return isMonthFirst ? 'month-first' : 'day-first'
  if (isMonthFirst) return null
  const [asMonths, asDays] = [
    spread(pairs.map(([first, second]) => first * 30 + second)),
    spread(pairs.map(([first, second]) => second * 30 + first)),
  ]
  if (asMonths * SPREAD < asDays) return 'month-first'
  return asDays * SPREAD < asMonths ? 'day-first' : null
}

function spread(days: readonly number[]): number {
  return days.length < 2 ? 0 : Math.max(...days) - Math.min(...days)
}

const DECIMAL_POINT = ['USD', 'GBP', 'AUD', 'NZD', 'INR', 'SGD', 'HKD', 'PHP']

/** Letters that a language alone writes. */
const SCRIPTS: readonly { script: RegExp; currency: string }[] = [
  { script: /[\u3040-\u30FF]/, currency: 'JPY' },
  { script: /[\uAC00-\uD7AF]/, currency: 'KRW' },
  { script: /[\u0E00-\u0E7F]/, currency: 'THB' },
  { script: /[\u0590-\u05FF]/, currency: 'ILS' },
  { script: /[\u0370-\u03FF]{3}/, currency: 'EUR' },
  { script: /[іїєґ]/i, currency: 'UAH' },
  { script: /[ыэъ]/i, currency: 'RUB' },
  { script: /[ğşıİ]/, currency: 'TRY' },
  { script: /[őű]/i, currency: 'HUF' },
  { script: /[ąęłżź]/i, currency: 'PLN' },
  { script: /[řů]/i, currency: 'CZK' },
  { script: /[ășț]/i, currency: 'RON' },
]
