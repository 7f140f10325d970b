import { buildLine, type PrintLine } from '../pdf/lines.ts'
import type { Word } from '../pdf/words.ts'

/** A day printed as two numbers of a column, `03 02`. */
interface PartedDate {
  line: number
  /** Index of its first word. */
  at: number
  x0: number
  first: number
  second: number
}

/** Fewer lines show no column. */
const LEAST_LINES = 4
/** The numbers of one column stand so near to each other, in points. */
const DRIFT = 2

/**
 * The lines with days that are printed as two numbers, month and day or day and month, as `03/02`:
 * pairs of numbers that stand under each other and follow the calendar from line to line, on lines
 * that print no other day. Other lines stay.
 */
export function withJoinedDates(lines: readonly PrintLine[]): readonly PrintLine[] {
  const pairs = lines.flatMap((line, at) => listPairs(line, at))
  const column = pairs
    .map(({ x0 }) => pairs.filter((other) => Math.abs(other.x0 - x0) < DRIFT))
    .reduce((most, other) => (other.length > most.length ? other : most), [])
  if (column.length < LEAST_LINES || !isCalendar(column)) return lines
  const byLine = new Map(column.map(({ line, at }) => [line, at]))
  return lines.map((line, index) => {
    const at = byLine.get(index)
    return at === undefined ? line : buildLine(joinAt(line.words, at), line.page)
  })
}

function listPairs({ words }: PrintLine, line: number): PartedDate[] {
  if (words.some(({ text }) => DAY.test(text))) return []
  return words.flatMap((word, at) => {
    const next = words[at + 1]
    if (!next || !TWO_DIGITS.test(word.text) || !TWO_DIGITS.test(next.text)) return []
    return [{ line, at, x0: word.x0, first: Number(word.text), second: Number(next.text) }]
  })
}

const TWO_DIGITS = /^\d{2}$/
// `03/02`   `2026-03-02`   `03.02.`   `03.02.26`
const DAY = /^\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?$|^\d{1,2}\.\d{1,2}\.(?:\d{2,4})?$/

/** Whether all are days, of which none is before the one above; January follows December. */
function isCalendar(column: readonly PartedDate[]): boolean {
  return [false, true].some((isDayFirst) => {
    const days = column.map(({ first, second }) =>
      isDayFirst ? { month: second, day: first } : { month: first, day: second },
    )
    const isValid = days.every(
      ({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31,
    )
    const values = days.map(({ month, day }) => month * 100 + day)
    const isInOrder = days.every(({ month }, at) => {
      const isNewYear = month === 1 && days[at - 1]?.month === 12
      return at === 0 || isNewYear || values[at]! >= values[at - 1]!
    })
    return isValid && isInOrder && new Set(values).size > 2
  })
}

function joinAt(words: readonly Word[], at: number): Word[] {
  const [first, second] = [words[at]!, words[at + 1]!]
  return words.toSpliced(at, 2, { ...first, text: `${first.text}/${second.text}`, x1: second.x1 })
}
