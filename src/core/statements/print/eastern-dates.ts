import { buildLine, type PrintLine } from '../pdf/lines.ts'
import type { Word } from '../pdf/words.ts'

// 令和8年2月1日   平成31年4月30日   R8.2.3
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 }
// 2026年2月1日   2026년 2월 1일   令和8年2月1日   ８年２月１日
const WRITTEN = /(令和|平成|昭和)?(\d{1,4}|元)[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]/g
// 08-02-03   8.2.3   26/02/03
const SHORT = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{1,2})$/

/**
 * The lines with dates of East Asia as `2026-02-01`: written ones, and short ones that begin with
 * the year, of an era where the print names one. Other lines stay.
 */
export function withWesternDates(lines: readonly PrintLine[]): readonly PrintLine[] {
  const texts = lines.map(({ text }) => text.normalize('NFKC'))
  const written = texts.flatMap((text) => [...text.matchAll(WRITTEN)])
  if (written.length === 0) return lines
  const era = written.find(([, name]) => name !== undefined)?.[1]
  const base = era === undefined ? 2000 : ERAS[era]!
  return lines.map((line, at) =>
    /\d/.test(texts[at]!)
      ? buildLine(
          joinParts(line.words).map((word) => westernWord(word, base)),
          line.page,
        )
      : line,
  )
}

/** Year, month and day may stand apart, each with its sign: `2026년 2월 1일`. */
function joinParts(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  for (const word of words) {
    const last = joined.at(-1)
    const isPart = last !== undefined && (isWrittenPart(last, word) || isPadded(last, word))
    if (isPart) joined[joined.length - 1] = { ...word, text: last.text + word.text, x0: last.x0 }
    else joined.push(word)
  }
  return joined
}

function isWrittenPart(last: Word, word: Word): boolean {
  return /\d[年년月월]$/.test(last.text) && /^\d{1,2}[月월日일]/.test(word.text)
}

/** ` 8- 6- 3`, padded with blanks. */
function isPadded(last: Word, word: Word): boolean {
  const isBegun = /^\d{1,2}[-/.](?:\d{1,2}[-/.])?$/.test(last.text)
  return (
    isBegun && /^\d{1,2}(?:[-/.]\d{0,2})?$/.test(word.text) && word.x0 - last.x1 < word.y1 - word.y0
  )
}

function westernWord(word: Word, base: number): Word {
  const plain = word.text.normalize('NFKC')
  if (!/\d/.test(plain)) return word
  const short = SHORT.exec(plain)
  if (short) {
    const date = isoDate(base + Number(short[1]), short[3]!, short[4]!)
    return date ? { ...word, text: date } : word
  }
  const text = plain.replaceAll(WRITTEN, (whole) => readWritten(whole, base) ?? whole)
  return { ...word, text }
}

function readWritten(whole: string, base: number): string | null {
  const [, era, year = '', month = '', day = ''] = new RegExp(WRITTEN, '').exec(whole) ?? []
  const first = era === undefined ? (year.length <= 2 ? base : 0) : ERAS[era]!
  return isoDate(first + (year === '元' ? 1 : Number(year)), month, day)
}

function isoDate(year: number, month: string, day: string): string | null {
  if (Number(month) > 12 || Number(day) > 31 || Number(month) * Number(day) === 0) return null
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}
