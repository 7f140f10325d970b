import { isInWords, type PlacedDate, type ReadLine } from '../../print/read-line.ts'

/** Dates of one column differ in their beginning by less than this, in points. */
const DRIFT = 3
const LEAST_DATES = 2
/** A column of dates holds at least this share of what the fullest one holds. */
const FULL_SHARE = 0.3

interface Place {
  x0: number
  isInWords: boolean
}

/**
 * Where the columns of dates begin, from left to right. Days that run on from words, as in
 * `Value Date 31/03/2026`, belong to the words, however they stand under each other.
 */
export function findDateColumns(lines: readonly ReadLine[]): number[] {
  const groups: Place[][] = []
  const places = lines.flatMap((line) =>
    line.dates.map((date) => ({ x0: date.x0, isInWords: isInWords(line, date) })),
  )
  for (const place of places.toSorted((a, b) => a.x0 - b.x0)) {
    const group = groups.at(-1)
    if (group && place.x0 - group.at(-1)!.x0 <= DRIFT) group.push(place)
    else groups.push([place])
  }
  const most = Math.max(...groups.map(({ length }) => length), 0)
  return groups
    .filter((group) => group.length >= Math.max(LEAST_DATES, FULL_SHARE * most))
    .filter((group, at) => at === 0 || !isOfWords(group))
    .map((group) => group[group.length >> 1]!.x0)
}

function isOfWords(group: readonly Place[]): boolean {
  return group.filter((place) => place.isInWords).length * 2 > group.length
}

/** The date of a line that stands in a column; null when it has none there. */
export function dateIn(line: ReadLine, column: number | undefined): PlacedDate | null {
  return line.dates.find(({ x0 }) => isAt(x0, column)) ?? null
}

/**
 * Whether a line has the day of a row: in the first column, or at its beginning in another one, as
 * where shorter days are set to the right, ` 1/02` below `12/31`.
 */
export function hasDay(line: ReadLine, columns: readonly number[]): boolean {
  const [first] = line.dates
  const isLead = first?.from === 0 && columns.some((column) => isAt(first.x0, column))
  return isLead || dateIn(line, columns[0]) !== null
}

/** Whether something that begins at `x0` stands in a column of dates. */
export function isAt(x0: number, column: number | undefined): boolean {
  return column !== undefined && Math.abs(x0 - column) <= DRIFT
}
