import { decodeEntities } from '../decode/decode-entities.ts'

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
  open: { cells: string[]; at: number; isInCell: boolean }[]
  loose: string
  hidden: string | null
}

/**
 * The rows of all tables of a page, in its order, and the lines of text between them as rows of one
 * cell. Tables within the cells of another one are rows of their own. Never throws.
 */
export function readHtmlRows(text: string): string[][] {
  const grid: Grid = { rows: [], open: [], loose: '', hidden: null }
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
    else grid.open.push({ cells: [], at: 0, isInCell: false })
  } else if (CELL_TAGS.has(name)) takeCell(grid, attributes, isEnd)
  else if (BREAK_TAGS.has(name)) addText(grid, ' ')
  else if (name === 'table') closeOpenCellRow(grid, isEnd)
}

/** A row that is not closed ends with its table. */
function closeOpenCellRow(grid: Grid, isEnd: boolean): void {
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
  row.at = row.cells.length
  const span = Number(/\bcolspan=["']?(\d{1,3})/i.exec(attributes)?.[1] ?? 1)
  for (let cell = 0; cell < Math.max(1, Math.min(span, MOST_COLUMNS)); cell += 1) row.cells.push('')
}

function addText(grid: Grid, text: string): void {
  if (grid.hidden !== null) return
  const row = grid.open.at(-1)
  const plain = decodeEntities(text)
  if (!row) grid.loose += plain
  else if (row.isInCell) row.cells[row.at] += plain
}

function closeRow(grid: Grid): void {
  const row = grid.open.pop()
  const cells = row?.cells.map((cell) => cell.replace(/\s+/g, ' ').trim()) ?? []
  if (cells.some((cell) => cell !== '')) grid.rows.push(cells)
}

function flush(grid: Grid): void {
  const text = grid.loose.replace(/\s+/g, ' ').trim()
  if (text !== '') grid.rows.push([text])
  grid.loose = ''
}
