import { LANGUAGES } from '../vocabulary/languages.ts'
import { plainWords } from '../vocabulary/plain-words.ts'
import { readHeader } from './grid/columns/header.ts'

/** Cells of a line that blanks alone part, and where they stand. */
interface Placed {
  text: string
  start: number
  end: number
}

const MOST_HEAD_LINES = 60

/**
 * The rows of a table whose columns only blanks part: a line of headings with two blanks or more
 * between them, each figure below belonging to the heading that it stands under. Null without such
 * a line.
 */
export function readFixedWidth(text: string): string[][] | null {
  const lines = text.split('\n')
  const at = lines
    .slice(0, MOST_HEAD_LINES)
    .findIndex(
      (line) => isParted(line) && readHeader(placedCells(line).map((cell) => cell.text)) !== null,
    )
  if (at < 0) return null
  const headings = placedCells(lines[at]!)
  const below = lines.slice(at + 1)
  const edges = leftEdges(headings, below)
  const rows = below
    .filter((line) => !RULER.test(line) && !isFurniture(line, lines.slice(0, at)))
    .map((line) => underHeadings(cellsOn(line, edges).flatMap(withoutDay), headings))
  const above = lines.slice(0, at).map((line) => placedCells(line).map((cell) => cell.text))
  return [...above, headings.map((cell) => cell.text), ...rows]
}

/** Blanks part its words, and no mark of another dialect does. */
function isParted(line: string): boolean {
  return /\S {2,}\S/.test(line) && !/[;,|\t]/.test(line)
}

function placedCells(line: string): Placed[] {
  return [...line.matchAll(/\S+(?: \S+)*/g)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** So large a share of the lines of rows begins a cell where a heading begins. */
const EDGE_SHARE = 0.9
// 05/04/2026 183 OAKRIDGE   2026-05-04
const BEGINS_WITH_DAY = /^ {0,4}\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4} /

/** Where cells of rows begin right under a heading, though one blank alone may part them. */
function leftEdges(headings: readonly Placed[], lines: readonly string[]): number[] {
  const rows = lines.filter((line) => BEGINS_WITH_DAY.test(line))
  return headings
    .slice(1)
    .map(({ start }) => start)
    .filter((start) => {
      const begun = rows.filter((line) => line[start - 1] === ' ' && /\S/.test(line[start] ?? ''))
      return begun.length > 0 && begun.length >= rows.length * EDGE_SHARE
    })
}

/** Titles that a page repeats of those above the first head, and that a list goes on. */
function isFurniture(line: string, above: readonly string[]): boolean {
  const text = line.trim()
  if (TURNS.has(plainWords(text))) return true
  return /\p{L}{3}/u.test(text) && !/\d/.test(text) && above.some((each) => each.trim() === text)
}

const TURNS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ turns }) => turns ?? []).map(plainWords),
)

// ---------- --- ------------
const RULER = /^[-= ]*[-=]{3}[-= ]*$/

function cellsOn(line: string, edges: readonly number[]): Placed[] {
  const cells = placedCells(line)
  return BEGINS_WITH_DAY.test(line) ? cells.flatMap((cell) => partedAt(cell, edges)) : cells
}

function partedAt(cell: Placed, edges: readonly number[]): Placed[] {
  const edge = edges.find(
    (start) => start > cell.start && start < cell.end && cell.text[start - cell.start - 1] === ' ',
  )
  if (edge === undefined) return [cell]
  const cut = edge - cell.start
  const left = cell.text.slice(0, cut - 1)
  return [
    { text: left, start: cell.start, end: cell.start + left.length },
    ...partedAt({ text: cell.text.slice(cut), start: edge, end: cell.end }, edges),
  ]
}

// 2026-02-03 CHEQUE 820   (one blank parts a full day from the words)
const DAY_BEFORE = /^(\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})) (?=\S)/

function withoutDay(cell: Placed): Placed[] {
  const [whole = '', day = ''] = DAY_BEFORE.exec(cell.text) ?? []
  if (day === '') return [cell]
  const start = cell.start + whole.length
  const words = { text: cell.text.slice(whole.length), start, end: cell.end }
  return [{ text: day, start: cell.start, end: cell.start + day.length }, words]
}

function underHeadings(cells: readonly Placed[], headings: readonly Placed[]): string[] {
  const row = headings.map(() => '')
  for (const cell of cells) {
    const distances = headings.map((heading) => distanceBetween(cell, heading))
    const column = distances.indexOf(Math.min(...distances))
    row[column] = row[column] === '' ? cell.text : `${row[column]} ${cell.text}`
  }
  return row
}

/** How far a cell stands from a heading; figures end, and words begin, where their heading does. */
function distanceBetween(cell: Placed, heading: Placed): number {
  return Math.min(Math.abs(cell.start - heading.start), Math.abs(cell.end - heading.end))
}
