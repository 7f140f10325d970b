import type { PlacedDate, ReadLine } from '../../print/read-line.ts'

/** Dates of one column differ in their beginning by less than this, in points. */
const DRIFT = 3
const LEAST_DATES = 2
/** A column of dates holds at least this share of what the fullest one holds. */
const FULL_SHARE = 0.3

/** Where the columns of dates begin, from left to right. */
export function findDateColumns(lines: readonly ReadLine[]): number[] {
  const groups: number[][] = []
  const places = lines.flatMap(({ dates }) => dates.map(({ x0 }) => x0))
  for (const x0 of places.toSorted((a, b) => a - b)) {
    const group = groups.at(-1)
    if (group && x0 - group.at(-1)! <= DRIFT) group.push(x0)
    else groups.push([x0])
  }
  const most = Math.max(...groups.map(({ length }) => length), 0)
  return groups
    .filter(({ length }) => length >= Math.max(LEAST_DATES, FULL_SHARE * most))
    .map((group) => group[group.length >> 1]!)
}

/** The date of a line that stands in a column; null when it has none there. */
export function dateIn(line: ReadLine, column: number | undefined): PlacedDate | null {
  return line.dates.find(({ x0 }) => isAt(x0, column)) ?? null
}

/** Whether something that begins at `x0` stands in a column of dates. */
export function isAt(x0: number, column: number | undefined): boolean {
  return column !== undefined && Math.abs(x0 - column) <= DRIFT
}
