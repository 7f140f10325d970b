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
  const rows = lines
    .slice(at + 1)
    .map((line) => underHeadings(placedCells(line).flatMap(withoutDay), headings))
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
