import { findAmounts, type DecimalMark } from '../../src/core/statements/print/amounts.ts'
import { plainWord } from '../../src/core/statements/vocabulary/phrases.ts'
import { findDates } from '../../src/core/statements/print/printed-dates.ts'
import { LANGUAGES } from '../../src/core/statements/vocabulary/languages.ts'
import { buildLexicon } from '../../src/core/statements/vocabulary/lexicon.ts'
import type { Cents } from '../../src/core/values/money.ts'
import type { Disguise } from './disguise.ts'
import { HARMLESS } from './harmless.ts'

/** What of a document stays, and what comes in place of the rest. */
export interface Rules {
  disguise: Disguise
  mark: DecimalMark
  /** Folded words of each name that is private though its words are common. */
  names: readonly string[][]
  /** Numbers that say how many or in which year. */
  keptNumbers: ReadonlySet<string>
  /** What belongs to the file's format and says nothing of its owner; global. */
  markup?: RegExp | undefined
}

/** What was found and replaced, to be looked for afterwards. */
export interface Account {
  letters: Set<string>
  digits: Set<string>
  kept: Set<string>
  figures: number
}

/** The new text by character of the old one: a figure that lost digits has empty ones before it. */
export type Signs = string[]

const { months } = buildLexicon(LANGUAGES)
/** They say what a firm is, and nothing of which. */
const LEGAL_FORMS = new Set(['llc', 'inc', 'ltd', 'corp', 'co', 'llp', 'gmbh', 'ag', 'plc', 'sa'])
/** Longer ones of a document are looked for afterwards; shorter ones meet by chance. */
export const DISTINCTIVE_DIGITS = 6
/** `0.05` has three digits; `.05` has two. */
const CENT_DIGITS = 3
// 49-47-18   03457 55 01 44   4947 1874 3208 09
const JOINED = /(?<!\d)\d{2,5}(?:[- ]\d{2,5}){2,}(?!\d)/g
// XXXX1234   xxxxxx
const MASK = /^([xX])\1*$/

interface Span {
  from: number
  to: number
}

/** The line with every private word, number and amount replaced; `figure` gives the new amounts. */
export function rewrite(
  text: string,
  rules: Rules,
  { account, figure }: { account: Account; figure: (cents: Cents, from: number) => Cents },
): Signs {
  const signs: Signs = text.split('')
  const dates: Span[] = findDates(text, months, rules.mark)
  const markup = rules.markup ? findSpans(text, rules.markup) : []
  const given = [...dates, ...markup]
  const amounts = findAmounts(text, rules.mark).filter((amount) => !isIn(given, amount))
  for (const { cents, from, to } of amounts) {
    const fresh = figure(cents, from)
    if (fresh !== cents) account.figures += 1
    putFigure(signs, { from, to }, { cents, fresh })
  }
  const fixed = [...given, ...amounts]
  const secret = [...nameSpans(text, rules.names), ...findSpans(text, JOINED)]
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{M}]+|\d+/gu)) {
    const span = { from: index, to: index + run.length }
    const isNumber = /\d/.test(run)
    if (isIn(isNumber ? fixed : markup, span)) continue
    const isKept = isNumber
      ? (run.length <= 2 && !isIn(secret, span)) || rules.keptNumbers.has(run)
      : MASK.test(run) || (HARMLESS.has(plainWord(run)) && !isIn(secret, span))
    if (isKept) account.kept.add(isNumber ? run : plainWord(run))
    else putWord(signs, index, { run, isNumber, rules, account })
  }
  return signs
}

function findSpans(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map(({ 0: run, index }) => ({
    from: index,
    to: index + run.length,
  }))
}

function isIn(spans: readonly Span[], { from, to }: Span): boolean {
  return spans.some((span) => from < span.to && span.from < to)
}

/** Digits are exchanged from the right, so that marks and decimals stay where they are. */
function putFigure(
  signs: Signs,
  { from, to }: Span,
  { cents, fresh }: { cents: Cents; fresh: Cents },
): void {
  const places = signs.slice(from, to).flatMap((sign, at) => (/\d/.test(sign) ? [from + at] : []))
  const printed = Number(places.map((at) => signs[at]).join(''))
  const scale = printed === cents ? 1 : 100
  const least = Math.min(places.length, scale === 1 ? CENT_DIGITS : 1)
  const digits = String(fresh / scale).padStart(least, '0')
  const lost = places.length - digits.length
  places.slice(lost).forEach((at, index) => (signs[at] = digits[index]!))
  if (lost <= 0) return
  for (let at = places[0]!; at < places[lost]!; at += 1) signs[at] = ''
}

function putWord(
  signs: Signs,
  at: number,
  {
    run,
    isNumber,
    rules,
    account,
  }: { run: string; isNumber: boolean; rules: Rules; account: Account },
): void {
  const fresh = isNumber ? rules.disguise.digits(run) : rules.disguise.letters(run)
  if (isNumber) account.digits.add(run)
  else if (!HARMLESS.has(plainWord(run))) account.letters.add(plainWord(run))
  for (let index = 0; index < run.length; index += 1) signs[at + index] = fresh[index] ?? ''
}

/** Where a name stands whole, in any case and with anything but letters between its words. */
function nameSpans(text: string, names: readonly string[][]): Span[] {
  const runs = [...text.matchAll(/[\p{L}\p{M}]+/gu)]
  const words = runs.map(({ 0: run }) => plainWord(run))
  return names.flatMap((name) =>
    words.flatMap((_, start) =>
      name.every((word, at) => words[start + at] === word)
        ? runs
            .slice(start, start + name.length)
            .filter(({ 0: run }) => !LEGAL_FORMS.has(plainWord(run)))
            .map(({ 0: run, index }) => ({ from: index, to: index + run.length }))
        : [],
    ),
  )
}
