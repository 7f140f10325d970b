import { buildLine, type PrintLine } from '../pdf/lines.ts'
import type { Word } from '../pdf/words.ts'

/** Fewer lines show no column of days. */
const LEAST_LINES = 4
/** The words of one cell begin so near to each other, in points. */
const DRIFT = 2

const YEAR = /^(?:19|20)\d{2}$/
const DAY = /^\d{1,2}$/
const MONTH = /^\p{L}{3,10}\.?$/u

/** The lines with days that a narrow column breaks, `2 Apr` over `2025`, as `2 Apr 2025`. */
export function withYearsBelow(lines: readonly PrintLine[]): readonly PrintLine[] {
  const years = lines.map((line, at) => yearsUnder(lines[at - 1], line))
  if (years.filter((own) => own.length > 0).length < LEAST_LINES) return lines
  return lines.flatMap((line, at) => {
    const [own, below] = [years[at]!, years[at + 1] ?? []]
    const rest = line.words.slice(own.length)
    const words = below.length === 0 ? rest : rest.flatMap((_, index) => joined(rest, index, below))
    return words.length === 0 ? [] : [buildLine(words, line.page)]
  })
}

/** The years that the line begins with, each right under a day and its month. */
function yearsUnder(above: PrintLine | undefined, { words, page }: PrintLine): Word[] {
  if (above?.page !== page) return []
  const end = words.findIndex(({ text, x0 }) => !YEAR.test(text) || findDay(above.words, x0) < 0)
  return words.slice(0, end < 0 ? undefined : end)
}

/** Where a day with its month begins at that place; −1 where none does. */
function findDay(words: readonly Word[], x0: number): number {
  return words.findIndex(
    (word, at) =>
      Math.abs(word.x0 - x0) < DRIFT &&
      DAY.test(word.text) &&
      MONTH.test(words[at + 1]?.text ?? ''),
  )
}

/** A word and, behind the month of a day, its year, in a place too narrow for another column. */
function joined(words: readonly Word[], at: number, years: readonly Word[]): Word[] {
  const word = words[at]!
  const year = years.find(({ x0 }) => findDay(words, x0) === at - 1)
  if (at === 0 || year === undefined) return [word]
  return [word, { ...word, text: year.text, x0: word.x1 + 1, x1: word.x1 + 2 }]
}
