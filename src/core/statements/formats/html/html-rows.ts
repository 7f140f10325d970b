import { decodeEntities } from '../decode/decode-entities.ts'
import { looksLikeDate } from '../grid/cells/dates.ts'

/** What a tag does to the grid; the names of Excel's XML of 2003 stand beside those of HTML. */
const ROW_TAGS: ReadonlySet<string> = new Set(['tr', 'row'])
const CELL_TAGS: ReadonlySet<string> = new Set(['td', 'th', 'cell'])
const BREAK_TAGS: ReadonlySet<string> = new Set(['br', 'p', 'div', 'li', 'span'])
/** Text that no reader sees. */
const HIDDEN_TAGS: ReadonlySet<string> = new Set(['style', 'script', 'title', 'head', 'styles'])

/** `<td colspan="2">`, `</ss:Row>`, a comment, or text up to the next tag. */
const TOKEN = /<!--[\s\S]{0,100000}?-->|<(\/?)([A-Za-z][\w:-]{0,30})([^<>]{0,2000})>|[^<]+|</g
const MOST_COLUMNS = 256

interface Grid {
  rows: string[][]
  /** Rows that are open, outermost first: a cell may hold a table of its own. */
  open: { cells: string[]; at: number; isInCell: boolean; covered: Covered[] }[]
  /** By the depth of their table, the cells that reach down into its next row. */
  covered: Covered[][]
  loose: string
  hidden: string | null
}

/** A cell that goes on in the rows below, so many of them, from the row that holds it. */
interface Covered {
  at: number
  left: number
  text: string
}

/**
 * The rows of all tables of a page, in its order, and the lines of text between them as rows of one
 * cell. Tables within the cells of another one are rows of their own. Never throws.
 */
export function readHtmlRows(text: string): string[][] {
  const grid: Grid = { rows: [], open: [], covered: [], loose: '', hidden: null }
  for (const [token, slash, name = '', attributes = ''] of text.matchAll(TOKEN)) {
    if (token.startsWith('<!--')) continue
    if (name === '') addText(grid, token)
    else
      takeTag(grid, {
        name: name.toLowerCase().replace(/^\w+:/, ''),
        attributes,
        isEnd: slash === '/',
      })
  }
  while (grid.open.length > 0) closeRow(grid)
  flush(grid)
  return grid.rows
}

interface Tag {
  name: string
  attributes: string
  isEnd: boolean
}

function takeTag(grid: Grid, { name, attributes, isEnd }: Tag): void {
  if (HIDDEN_TAGS.has(name)) grid.hidden = isEnd ? null : (grid.hidden ?? name)
  if (ROW_TAGS.has(name)) {
    flush(grid)
    if (isEnd) closeRow(grid)
    else grid.open.push({ cells: [], at: 0, isInCell: false, covered: [] })
  } else if (CELL_TAGS.has(name)) takeCell(grid, attributes, isEnd)
  else if (BREAK_TAGS.has(name)) addText(grid, ' ')
  else if (name === 'table') closeOpenCellRow(grid, isEnd)
}

/** A row that is not closed ends with its table. */
function closeOpenCellRow(grid: Grid, isEnd: boolean): void {
  if (!isEnd) grid.covered[grid.open.length] = []
  const row = grid.open.at(-1)
  if (isEnd && row && !row.isInCell) closeRow(grid)
  if (grid.open.length === 0) flush(grid)
}

function takeCell(grid: Grid, attributes: string, isEnd: boolean): void {
  const row = grid.open.at(-1)
  if (!row) return
  row.isInCell = !isEnd
  if (isEnd) return
  // <Cell ss:Index="4">
  const index = Number(/\bindex="(\d{1,3})"/i.exec(attributes)?.[1] ?? 0)
  while (row.cells.length < index - 1) row.cells.push('')
  takeCovered(grid)
  row.at = row.cells.length
  const [wide, deep] = ['colspan', 'rowspan'].map((name) => readSpan(attributes, name)) as [
    number,
    number,
  ]
  for (let cell = 0; cell < wide; cell += 1) {
    if (deep > 1) row.covered.push({ at: row.cells.length, left: deep, text: '' })
    row.cells.push('')
  }
}

function readSpan(attributes: string, name: string): number {
  const span = new RegExp(`\\b${name}=["']?(\\d{1,3})`, 'i').exec(attributes)?.[1]
  return Math.max(1, Math.min(Number(span ?? 1), MOST_COLUMNS))
}

/** Fills what cells of the rows above cover of the open row, from where it stands. */
function takeCovered({ open, covered }: Grid): void {
  const { cells } = open.at(-1)!
  const above = covered[open.length - 1] ?? []
  for (;;) {
    const cell = above.find(({ at }) => at === cells.length)
    if (!cell) return
    cells.push(cell.text)
  }
}

function addText(grid: Grid, text: string): void {
  if (grid.hidden !== null) return
  const row = grid.open.at(-1)
  const plain = decodeEntities(text)
  if (!row) grid.loose += plain
  else if (row.isInCell) row.cells[row.at] += plain
}

function closeRow(grid: Grid): void {
  if (grid.open.length > 0) takeCovered(grid)
  const row = grid.open.pop()
  const cells = row?.cells.map((cell) => cell.replace(/\s+/g, ' ').trim()) ?? []
  const own = row?.covered.map((cell) => ({ ...cell, text: goesDown(cells[cell.at]!) })) ?? []
  const above = grid.covered[grid.open.length] ?? []
  grid.covered[grid.open.length] = [...above, ...own]
    .map((cell) => ({ ...cell, left: cell.left - 1 }))
    .filter(({ left }) => left > 0)
  if (cells.some((cell) => cell !== '')) grid.rows.push(cells)
}

/** A day holds for all rows of its cell; a figure stands once. */
function goesDown(text: string): string {
  return looksLikeDate(text) ? text : ''
}

function flush(grid: Grid): void {
  const text = grid.loose.replace(/\s+/g, ' ').trim()
  if (text !== '') grid.rows.push([text])
  grid.loose = ''
}
