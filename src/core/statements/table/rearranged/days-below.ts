import { buildLine, type PrintLine } from '../../pdf/lines.ts'
import { readLine, type ReadLine } from '../../print/read-line.ts'
import type { Writing } from '../places/table-lines.ts'

/** Fewer lone days may stand under other amounts. */
const LEAST_ROWS = 3
/** A day stands nearer to its row than this share of the line's height. */
const NEAR = 1.5
/** Between the day and the words of its row, in points. */
const GAP = 12

/**
 * The lines with each day that stands alone under an amount put before that amount's line, as in
 * lists of apps: `Spend at Fern Coffee  $6.25` over `Jun 2`. Null where there are too few.
 */
export function withDaysBefore(
  lines: readonly PrintLine[],
  { lexicon, mark }: Writing,
): PrintLine[] | null {
  const read = lines.map((line) => readLine(line, lexicon, mark))
  const days = read.flatMap((line, at) => (isDayUnder(line, read[at - 1]) ? [at] : []))
  if (days.length < LEAST_ROWS) return null
  const isDay = new Set(days)
  return lines.flatMap((line, at) => {
    if (isDay.has(at)) return []
    return isDay.has(at + 1) ? [beforeLine(lines[at + 1]!, line)] : [line]
  })
}

function isDayUnder(line: ReadLine, above: ReadLine | undefined): boolean {
  const [day, second] = line.dates
  if (!day || second || day.to - day.from < line.text.length || !above) return false
  const isRow = above.amounts.length > 0 && above.dates.length === 0 && above.page === line.page
  return isRow && line.y0 - above.y1 < NEAR * (above.y1 - above.y0)
}

/** One line of a row with the words of its day before its own. */
export function beforeLine(day: PrintLine, row: PrintLine): PrintLine {
  const shift = row.x0 - GAP - day.x1
  const words = day.words.map((word) => ({
    ...word,
    x0: word.x0 + shift,
    x1: word.x1 + shift,
    y0: row.y0,
    y1: row.y1,
    baseline: row.words[0]!.baseline,
  }))
  return buildLine([...words, ...row.words], row.page)
}

/** The words of the day that a line begins with; null without one. */
export function dayWords({ dates: [date], words, offsets, page }: ReadLine): PrintLine | null {
  if (!date || date.from !== 0) return null
  return buildLine(
    words.filter((_, at) => offsets[at]! < date.to),
    page,
  )
}
