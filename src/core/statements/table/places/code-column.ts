import { textWithout, type ReadLine } from '../../print/read-line.ts'
import { dateIn } from './date-columns.ts'
import type { FigureLine } from './column-roles.ts'
import type { TableLine } from './row-blocks.ts'

/** A word of a line, as characters of its text. */
export interface CodeWord {
  from: number
  to: number
}

interface Place {
  byLine: ReadonlyMap<number, FigureLine>
  dateColumns: readonly number[]
}

/** Codes of one column differ in their beginning by less than this, in points. */
const DRIFT = 3
/** Codes on fewer rows, or on a smaller share of them, are words. */
const LEAST_CODES = 4
const LEAST_SHARE = 0.9

/**
 * The references of a table, by the index of their line: where nearly every row has one word with
 * digits, under those of the others, between its words and its figures. They are no words of rows.
 */
export function findCodes(lines: readonly TableLine[], places: Place): Map<number, CodeWord> {
  const moving = lines.filter(({ isMoving }) => isMoving)
  const found = moving.flatMap(({ line, index }) => {
    const code = lastCell(line, places.byLine.get(index) ?? [], places)
    return code ? [{ index, ...code }] : []
  })
  const [first] = found
  const own = found.filter(({ x0 }) => Math.abs(x0 - first!.x0) < DRIFT)
  const isColumn = own.length >= LEAST_CODES && own.length >= LEAST_SHARE * moving.length
  return new Map(isColumn ? own.map(({ index, from, to }) => [index, { from, to }]) : [])
}

/** The one word with a digit that stands apart between the words of a line and its figures. */
function lastCell(
  line: ReadLine,
  figures: FigureLine,
  { dateColumns }: Place,
): (CodeWord & { x0: number }) | null {
  const end = Math.min(...figures.map(({ amount }) => amount.from))
  const match = / {2}(\S*\d\S*) {2}$/.exec(line.text.slice(0, end))
  if (!match) return null
  const from = match.index + 2
  const to = from + match[1]!.length
  const dates = dateColumns.flatMap((column) => dateIn(line, column) ?? [])
  if (dates.some((date) => from < date.to && date.from < to)) return null
  const isOnly = textWithout(line, [...dates, { from, to: line.text.length }]) === ''
  const at = line.offsets.indexOf(from)
  return isOnly || at < 0 ? null : { from, to, x0: line.words[at]!.x0 }
}
