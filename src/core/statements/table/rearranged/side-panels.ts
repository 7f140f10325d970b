import { buildLine, type PrintLine } from '../../pdf/lines.ts'
import type { Word } from '../../pdf/words.ts'

/** Words of a panel begin under each other within this many points. */
const EDGE_DRIFT = 2
/** Print begins anew behind a gap this wide, in points. */
const GAP = 8
/** So many lines begin at the edge of a panel … */
const LEAST_STARTS = 5
/** … and so many have nothing on one of its sides. */
const LEAST_ALONE = 3
/** Further edges are not tried; each costs a reading. */
const MAX_EDGES = 4
/** Longer documents are no letters with a panel. */
const MAX_LINES = 2_000

/**
 * The lines with a panel beside the table as lines of their own, above those of the table: once for
 * each edge that may part them, likeliest first. Lines that cross the edge stay whole.
 */
export function withoutPanels(lines: readonly PrintLine[]): PrintLine[][] {
  if (lines.length > MAX_LINES) return []
  return findEdges(lines)
    .filter((edge) => isPanel(lines, edge))
    .map((edge) =>
      [...Map.groupBy(lines, ({ page }) => page).values()].flatMap((own) => partPage(own, edge)),
    )
}

/** Whether what would be cut off is words: a column of figures or days is the table's own. */
function isPanel(lines: readonly PrintLine[], edge: number): boolean {
  const cut = lines.map((line) => partLine(line, edge)).filter(([left, right]) => left && right)
  return [0, 1].every((side) => {
    const worded = cut.filter((parts) => /\p{L}{3}/u.test(parts[side]!.text))
    return worded.length * 2 > cut.length
  })
}

function findEdges(lines: readonly PrintLine[]): number[] {
  const starts = [
    ...Map.groupBy(lines.flatMap(startsOn), ({ x }) => Math.round(x / EDGE_DRIFT)).values(),
  ]
  return starts
    .filter((own) => own.length >= LEAST_STARTS)
    .map((own) => Math.min(...own.map(({ x }) => x)))
    .map((edge) => ({ edge, ...countAlone(lines, edge) }))
    .filter(({ most }) => most >= LEAST_ALONE)
    .toSorted((one, other) => other.least - one.least || other.most - one.most)
    .slice(0, MAX_EDGES)
    .map(({ edge }) => edge)
}

function startsOn({ words }: PrintLine): { x: number }[] {
  return words.flatMap(({ x0 }, at) => {
    const before = words[at - 1]
    return before === undefined || x0 - before.x1 >= GAP ? [{ x: x0 }] : []
  })
}

/** Lines with print on one side of the edge alone: on the side that has fewer, and on the other. */
function countAlone(lines: readonly PrintLine[], edge: number): { least: number; most: number } {
  const right = lines.filter(({ x0 }) => x0 >= edge - EDGE_DRIFT).length
  const left = lines.filter(({ x1 }) => x1 < edge).length
  return { least: Math.min(right, left), most: Math.max(right, left) }
}

function partPage(lines: readonly PrintLine[], edge: number): PrintLine[] {
  const parts = lines.map((line) => partLine(line, edge))
  const [left, right] = [0, 1].map((side) => parts.flatMap((part) => part[side] ?? []))
  const isPanelLeft = countFigures(left!) < countFigures(right!)
  return isPanelLeft ? [...left!, ...right!] : [...right!, ...left!]
}

function partLine(line: PrintLine, edge: number): [PrintLine | null, PrintLine | null] {
  const isRight = ({ x0 }: Word): boolean => x0 >= edge - EDGE_DRIFT
  const at = line.words.findIndex(isRight)
  const last = line.words[at - 1]
  if (at === 0) return [null, line]
  const isWhole = at < 0 || line.words[at]!.x0 - last!.x1 < GAP
  if (isWhole) return [line, null]
  return [buildLine(line.words.slice(0, at), line.page), buildLine(line.words.slice(at), line.page)]
}

/** Lines that begin and end in a digit, as rows do. */
function countFigures(lines: readonly PrintLine[]): number {
  return lines.filter(({ text }) => /\d/.test(text.slice(0, 6)) && /\d\D{0,4}$/.test(text)).length
}
