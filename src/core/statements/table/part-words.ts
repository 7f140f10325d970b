import { buildLine, type PrintLine } from '../pdf/lines.ts'
import type { Word } from '../pdf/words.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import type { DecimalMark } from '../print/amounts.ts'
import { plainWord } from '../vocabulary/phrases.ts'
import { findDates } from '../print/printed-dates.ts'
import { readLine } from '../print/read-line.ts'
import { readHeader } from './heads/columns.ts'

interface Writing {
  lexicon: Lexicon
  mark: DecimalMark
}

/**
 * The lines with words split where a date, an amount or the name of a column runs into its
 * neighbor, as in a table whose cells were merged: `03/03Office`, `Total$90.00`, `DateDetails`.
 * Null when there is no such word.
 */
export function partedLines(lines: readonly PrintLine[], writing: Writing): PrintLine[] | null {
  let isParted = false
  const parted = lines.map((line) => {
    const words = /\d/.test(line.text) ? rowWords(line, writing) : headWords(line, writing)
    if (words.length === line.words.length) return line
    isParted = true
    return buildLine(words, line.page)
  })
  return isParted ? parted : null
}

function rowWords({ words }: PrintLine, writing: Writing): Word[] {
  return words.flatMap((word, at) => {
    const before = words[at - 1]?.text ?? ''
    const cuts = /\d/.test(word.text)
      ? [...figureCuts(word.text, writing), ...dayCuts(word.text, before, writing.lexicon)]
      : monthCuts(word.text, before, writing.lexicon)
    return splitWord(word, cuts)
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

/** `3 MarOffice`: behind the month whose day stands in the word before. */
function monthCuts(text: string, before: string, { months }: Lexicon): number[] {
  if (!/^\d{1,2}\.?$/.test(before)) return []
  const ends = Array.from({ length: text.length - 1 }, (_, at) => text.length - 1 - at)
  const end = ends.find((at) => at >= 3 && months.has(plainWord(text.slice(0, at))))
  return end !== undefined && /^[\p{Lu}\d]/u.test(text.slice(end)) ? [end] : []
}

/** `Mar 03Office`, `May 2, 2025Office`: behind the day or the year. */
function dayCuts(text: string, before: string, { months }: Lexicon): number[] {
  const digits = /^(?:\d{1,2},?|\d{4})(?=\p{L}|[-$(])/u.exec(text)?.[0]
  if (digits === undefined) return []
  const isNamed = months.has(plainWord(before))
  const isYear = digits.length === 4 && (isNamed || /^\d{1,2},$/.test(before))
  return isYear || (isNamed && digits.length < 4) ? [digits.length] : []
}
