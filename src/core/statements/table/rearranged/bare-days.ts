import { spanOfMatch } from '../../head/figures/figures.ts'
import { buildLine, type PrintLine } from '../../pdf/lines.ts'
import { readLine, type Span } from '../../print/read-line.ts'
import { findPhrases } from '../../vocabulary/phrases.ts'
import type { ColumnRole } from '../../vocabulary/vocabulary.ts'
import type { Writing } from '../places/table-lines.ts'

/** Fewer numbers of four digits under a head of days may be others. */
const LEAST_DAYS = 3
/** Days stand under their head within so many points. */
const DRIFT = 8

const DAYS: readonly ColumnRole[] = ['date', 'postDate', 'valueDate']
const BARE = /^\d{4}$/

/**
 * The lines with days of four digits, `0601` under `Bokført`, written as days are elsewhere. Null
 * where no head of days stands over such numbers alone, or where either half may be the month.
 */
export function withBareDays(lines: readonly PrintLine[], writing: Writing): PrintLine[] | null {
  const heads = lines.map((line) => headsOn(line, writing))
  // `Valuta: NOK` above the table is no head of all its days.
  const counts = heads.map((own, index) => (own.length > 0 ? daysUnder(lines, index, own) : 0))
  const most = Math.max(0, ...counts)
  if (most === 0) return null
  const at = counts.indexOf(most)
  const isDay = dayUnder(heads[at]!)
  const texts = lines.slice(at + 1).flatMap(({ words }) => words.filter(isDay))
  const write = decideWriting(
    texts.map(({ text }) => text),
    writing,
  )
  if (write === null) return null
  return lines.map((line, index) => {
    if (index <= at || !line.words.some(isDay)) return line
    const words = line.words.map((word) =>
      isDay(word) ? { ...word, text: write(word.text) } : word,
    )
    return buildLine(words, line.page)
  })
}

/** Where the line names columns of days. */
function headsOn(line: PrintLine, { lexicon, mark }: Writing): Span[] {
  const read = readLine(line, lexicon, mark)
  if (read.amounts.length > 0) return []
  return findPhrases(lexicon.columns, read.plain)
    .filter(({ meaning }) => DAYS.includes(meaning))
    .map((match) => spanOfMatch(read, match))
}

function daysUnder(lines: readonly PrintLine[], at: number, heads: readonly Span[]): number {
  const isDay = dayUnder(heads)
  return lines.slice(at + 1).reduce((sum, { words }) => sum + words.filter(isDay).length, 0)
}

/** How such a number is written as a day; null where it may be none, or its month is open. */
function decideWriting(
  texts: readonly string[],
  { mark }: Writing,
): ((text: string) => string) | null {
  const [isDayFirst, isMonthFirst] = [texts.every(fits), texts.map(turned).every(fits)]
  const isOpen = isDayFirst && isMonthFirst && !mark.startsWith('comma')
  if (texts.length < LEAST_DAYS || isOpen || !(isDayFirst || isMonthFirst)) return null
  return (text) =>
    isDayFirst ? `${text.slice(0, 2)}.${text.slice(2)}.` : `${text.slice(0, 2)}/${text.slice(2)}`
}

function dayUnder(heads: readonly Span[]) {
  return ({ text, x0, x1 }: PrintLine['words'][number]): boolean =>
    BARE.test(text) && heads.some((head) => x0 > head.x0 - DRIFT && x1 < head.x1 + DRIFT)
}

/** Day and month in this order. */
function fits(text: string): boolean {
  const [day, month] = [Number(text.slice(0, 2)), Number(text.slice(2))]
  return day >= 1 && day <= 31 && month >= 1 && month <= 12
}

function turned(text: string): string {
  return text.slice(2) + text.slice(0, 2)
}
