import { buildLine, type PrintLine } from '../../pdf/lines.ts'
import type { Word } from '../../pdf/words.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { DecimalMark } from '../../print/amounts.ts'
import { plainWord } from '../../vocabulary/phrases.ts'
import { findDates } from '../../print/printed-dates.ts'
import { readLine } from '../../print/read-line.ts'
import { readHeader } from '../heads/columns.ts'

interface Writing {
  lexicon: Lexicon
  mark: DecimalMark
}

interface DatedWriting extends Writing {
  /** Names of months, folded, that stand behind a day on lines of their own words. */
  standing: ReadonlySet<string>
}

/**
 * The lines with words split where a date, an amount or the name of a column runs into its
 * neighbor, as in a table whose cells were merged: `03/03Office`, `Total$90.00`, `DateDetails`.
 * Null when there is no such word.
 */
export function partedLines(lines: readonly PrintLine[], writing: Writing): PrintLine[] | null {
  let isParted = false
  const dated = { ...writing, standing: standingMonths(lines, writing.lexicon) }
  const parted = lines.map((line) => {
    const words = /\d/.test(line.text) ? rowWords(line, dated) : headWords(line, writing)
    if (words.length === line.words.length) return line
    isParted = true
    return buildLine(words, line.page)
  })
  return isParted ? parted : null
}

const DAY = /^\d{1,2}\.?$/

function standingMonths(lines: readonly PrintLine[], { months }: Lexicon): Set<string> {
  const names = lines.flatMap(({ words }) =>
    words.flatMap(({ text }, at) => (DAY.test(words[at - 1]?.text ?? '') ? [plainWord(text)] : [])),
  )
  return new Set(names.filter((name) => months.has(name)))
}

function rowWords({ words }: PrintLine, writing: DatedWriting): Word[] {
  return words.flatMap((word, at) => {
    const before = words[at - 1]?.text ?? ''
    if (/\d/.test(word.text)) {
      const days = dayCuts(word.text, before, writing.lexicon)
      return splitWord(word, [...figureCuts(word.text, writing), ...days])
    }
    // `Jul 19 OUTGOING`: the day has its month already.
    const isDated = writing.lexicon.months.has(plainWord(words[at - 2]?.text ?? ''))
    const isOpenDay = DAY.test(before) && !isDated
    return splitWord(word, isOpenDay ? monthCuts(word.text, writing) : [])
  })
}

/** Names of columns are split only where that makes a header: `CHECKCARD` is one word. */
function headWords(line: PrintLine, { lexicon, mark }: Writing): Word[] {
  const words = line.words.flatMap((word) => splitWord(word, headCuts(word.text, lexicon)))
  if (words.length === line.words.length) return line.words
  const isHeader =
    readHeader(readLine(buildLine(words, line.page), lexicon, mark), lexicon) !== null
  return isHeader ? words : line.words
}

function splitWord(word: Word, cuts: readonly number[]): Word[] {
  const { text, x0, x1 } = word
  const inside = [...new Set(cuts)].filter((at) => at > 0 && at < text.length)
  if (inside.length === 0) return [word]
  const edges = [0, ...inside.toSorted((a, b) => a - b), text.length]
  const computeX = (at: number): number => x0 + ((x1 - x0) * at) / text.length
  return edges.slice(0, -1).map((from, at) => {
    const to = edges[at + 1]!
    return { ...word, text: text.slice(from, to), x0: computeX(from), x1: computeX(to) }
  })
}

function figureCuts(text: string, writing: Writing): number[] {
  const dates = leadingDates(text, writing)
  const from = dates.at(-1) ?? 0
  const trailing = TRAILING_DATE.exec(text)?.index ?? 0
  // `(10-01)Naam:`
  const parenthesisEnd = /^\(\d{1,2}[-/.]\d{1,2}\)(?=\p{L})/u.exec(text)?.[0].length ?? 0
  return [...dates, parenthesisEnd, trailing, ...amountCuts(text, from, writing.mark)]
}

// `03/03/2025`   `03/03`   `03.03.`   `2025-03-03`   `03MAR25`   `Mar03`
const DATE =
  '(?:\\d{4}[-/.]\\d{2}[-/.]\\d{2}|\\d{1,2}([-/.])\\d{1,2}(?:\\1(?:20\\d{2}|\\d{2})?)?' +
  '|\\d{1,2}\\p{Lu}{3}(?:\\d{2})?|\\p{Lu}\\p{L}{2}\\d{2})'
// Digits behind a date may be a part of it, unless they are another: `07/01/254622`.
const LEADING_DATE = new RegExp(
  `^${DATE}(?:(?![\\d/.]|-\\d{1,2}\\b)|(?=\\d{1,2}[-/.]\\d{1,2}(?!\\d)))`,
  'u',
)
// `Period03/01/2025`
const TRAILING_DATE = new RegExp(`(?<=[\\p{L}:])${DATE}$`, 'u')

/** Where the dates end that a word begins with; a row has two at most. */
function leadingDates(text: string, { lexicon, mark }: Writing): number[] {
  const ends: number[] = []
  for (let at = 0; ends.length < 2;) {
    const [date] = LEADING_DATE.exec(text.slice(at)) ?? []
    if (date === undefined || findDates(date, lexicon.months, mark).length !== 1) break
    ends.push((at += date.length))
  }
  return ends
}

// `1,234.56`   `-$90.00`   `(90.00)`   `90.00CR`   `9,44,182.50`
const POINT_AMOUNT =
  /[-+−–(]?[$£€]?[-−]?\(?(?:\d{1,2}(?:,\d{2})+,\d{3}|\d{1,3}(?:[,'’]\d{3})*)\.\d{2}(?:[-−)]|CR\b|DR\b)?(?![.,/'’%])/g
const COMMA_AMOUNT = /[-+−–(]?€?[-−]?\(?\d{1,3}(?:[.'’]\d{3})*,\d{2}[-−)]?(?![.,/'’%])/g

/** Where amounts begin and end; one that goes on in digits on either side is none. */
function amountCuts(text: string, from: number, mark: DecimalMark): number[] {
  const cuts: number[] = []
  for (const match of text.matchAll(mark === 'point' ? POINT_AMOUNT : COMMA_AMOUNT)) {
    const [start, end] = [match.index, match.index + match[0].length]
    const isBegun = /^\D/.test(match[0]) || start === from || cuts.includes(start)
    const isOwn = isBegun || !/[\d.,*#'’]/.test(text[start - 1]!)
    if (start >= from && isOwn) cuts.push(start, end)
  }
  return cuts
}

/** Between the names of two columns: `DATEDETAILS`, `DateDetails`. */
function headCuts(text: string, { columns }: Lexicon): number[] {
  const isHead = (part: string): boolean => columns.next.has(plainWord(part))
  return Array.from({ length: text.length }, (_, at) => at).filter((at) => {
    const [left, right] = [text.slice(0, at), text.slice(at)]
    if (left.length < LEAST_HEAD || right.length < LEAST_HEAD || !isHead(right)) return false
    return isHead(left) || (/[\p{Ll})]$/u.test(left) && /^\p{Lu}/u.test(right))
  })
}

/** Names of columns are no shorter. */
const LEAST_HEAD = 3

/**
 * `3 MarOffice`: behind the month whose day stands in the word before. `JULACH` begins with the
 * months of two languages: the one that other lines print is meant, and without any such line it
 * stays whole.
 */
function monthCuts(text: string, { lexicon, standing }: DatedWriting): number[] {
  const ends = Array.from({ length: text.length - 1 }, (_, at) => text.length - 1 - at)
  const cuts = ends.filter(
    (at) =>
      at >= LEAST_MONTH &&
      lexicon.months.has(plainWord(text.slice(0, at))) &&
      /^[\p{Lu}\d]/u.test(text.slice(at)),
  )
  const known = cuts.filter((at) => standing.has(plainWord(text.slice(0, at))))
  if (known.length > 0) return known.slice(0, 1)
  return cuts.length === 1 ? cuts : []
}

/** Names of months are no shorter. */
const LEAST_MONTH = 3

/** `Mar 03Office`, `May 2, 2025Office`: behind the day or the year. */
function dayCuts(text: string, before: string, { months }: Lexicon): number[] {
  const digits = /^(?:\d{1,2},?|\d{4})(?=\p{L}|[-$(])/u.exec(text)?.[0]
  if (digits === undefined) return []
  const isNamed = months.has(plainWord(before))
  const isYear = digits.length === 4 && (isNamed || /^\d{1,2},$/.test(before))
  return isYear || (isNamed && digits.length < 4) ? [digits.length] : []
}
