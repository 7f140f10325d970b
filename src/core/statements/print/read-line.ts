import { buildLine, type PrintLine } from '../pdf/lines.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import { findAmounts, type DecimalMark, type PrintedAmount } from './amounts.ts'
import { plainWord, plainWords, type PlainWord } from '../vocabulary/phrases.ts'
import { findDates, type PrintedDate } from './printed-dates.ts'

/** A place on a line, in points. */
export interface Span {
  x0: number
  x1: number
}

export type PlacedAmount = PrintedAmount & Span
export type PlacedDate = PrintedDate & Span

/** A line with its words, amounts and dates. */
export interface ReadLine extends PrintLine {
  plain: PlainWord[]
  amounts: PlacedAmount[]
  dates: PlacedDate[]
}

/** Finds the dates and amounts of a line; digits that belong to a date are no amount. */
export function readLine(line: PrintLine, lexicon: Lexicon, mark: DecimalMark): ReadLine {
  const dates = withWeekdays(line.text, findDates(line.text, lexicon.months, mark), lexicon).map(
    (date) => ({ ...date, ...computeSpan(line, date) }),
  )
  const amounts = findAmounts(line.text, mark)
    .filter((amount) => !dates.some((date) => amount.from < date.to && date.from < amount.to))
    .map((amount) => ({ ...amount, ...computeSpan(line, amount) }))
  return { ...line, plain: plainWords(line.words), amounts, dates }
}

// `Thu 20 Mar`   `Mo., 03.02.`
const WORD_BEFORE = /(?<![^\s])(\p{L}{2,10})\.?,? $/u
const WEEKDAY_LENGTH = 14

/**
 * The dates of a text, each with the name of its day. A word that leads from one date to the next
 * is none, as `do` in `01.03.2026 do 31.03.2026`, unless the first date has the name of its day.
 */
function withWeekdays(
  text: string,
  dates: readonly PrintedDate[],
  { weekdays, until }: Lexicon,
): PrintedDate[] {
  let isNamed = false
  return dates.map((date, at) => {
    const { from } = date
    const match = WORD_BEFORE.exec(text.slice(Math.max(0, from - WEEKDAY_LENGTH), from))
    const word = match && plainWord(match[1]!)
    const isRange = at > 0 && !isNamed && word !== null && until.has(word)
    isNamed = word !== null && weekdays.has(word) && !isRange
    return isNamed ? { ...date, from: from - match![0].length } : date
  })
}

/** Whether words stand before it in its cell: `Card xx3280 Value Date 31/03/2026`. */
export function isInWords({ text, dates }: ReadLine, { from }: { from: number }): boolean {
  const gap = text.lastIndexOf('  ', from)
  const before = dates.findLast(({ to }) => to <= from)?.to ?? 0
  return /\p{L}/u.test(text.slice(Math.max(gap, before, 0), from))
}

/** The part of a line whose words start at or right of `x0` and left of `x1`; null when empty. */
export function cutLine(line: ReadLine, { x0, x1 }: Span): PrintLine | null {
  const words = line.words.filter((word) => word.x0 >= x0 && word.x0 < x1)
  return words.length === 0 ? null : buildLine(words, line.page)
}

/**
 * Where the characters of a token stand: from the start of its first word to the end of its last.
 * A word that runs on in letters or digits, as cells do that touch, is parted in proportion.
 */
export function computeSpan(line: PrintLine, { from, to }: { from: number; to: number }): Span {
  const first = wordIndexAt(line, from)
  const last = wordIndexAt(line, Math.max(from, to - 1))
  return { x0: edgeIn(line, first, from - line.offsets[first]!), x1: endIn(line, last, to) }
}

function endIn(line: PrintLine, index: number, to: number): number {
  const { text, x1 } = line.words[index]!
  const length = to - line.offsets[index]!
  return /[\p{L}\p{N}]/u.test(text.slice(length)) ? edgeIn(line, index, length) : x1
}

function edgeIn(line: PrintLine, index: number, at: number): number {
  const { text, x0, x1 } = line.words[index]!
  return x0 + ((x1 - x0) * at) / text.length
}

/** The index of the word that holds a character of the line's text. */
export function wordIndexAt(line: PrintLine, at: number): number {
  let low = 0
  let high = line.offsets.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (line.offsets[middle]! <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** Text of the line without the given tokens, blanks collapsed. */
export function textWithout(
  line: PrintLine,
  tokens: readonly { from: number; to: number }[],
): string {
  let text = ''
  let at = 0
  for (const token of tokens.toSorted((a, b) => a.from - b.from)) {
    text += `${line.text.slice(at, Math.max(at, token.from))} `
    at = Math.max(at, token.to)
  }
  return (text + line.text.slice(at)).replace(/\s+/g, ' ').trim()
}
