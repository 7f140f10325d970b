import type { GridRow } from './grid-row.ts'
import { readHeader, type Columns } from './columns/header.ts'
import { inferColumns } from './columns/infer-columns.ts'
import { namesAccount } from './summary-rows.ts'

/** Exports have some thirty columns; worksheets may have thousands of empty ones. */
export const MOST_COLUMNS = 256

/** One table of the file: its columns, its rows, and the lines above its header. */
export interface Table {
  columns: Columns
  hasHeader: boolean
  /** Notes, account labels and summary blocks above the header. */
  preamble: GridRow[]
  /** The header row, where there is one. */
  headings: GridRow[]
  rows: GridRow[]
}

/**
 * The tables of a file, wherever their header rows stand. A header that is repeated (by a page
 * break or a heading such as `Pending`) goes on with the same table unless an account is named
 * above it. Without any header the columns are inferred from the values. Empty when the file holds
 * neither.
 */
export function findTables(grid: readonly (readonly string[])[]): Table[] {
  const lines = grid
    .map((cells, index) => ({
      number: index + 1,
      cells: cells.slice(0, MOST_COLUMNS).map(cleanCell),
    }))
    .filter((row) => row.cells.some((cell) => cell !== ''))
  const headers = lines.map((row) => readHeader(row.cells))
  const first = headers.findIndex((header) => header !== null)
  if (first < 0) return inferTable(lines)
  const tables: Table[] = [
    {
      columns: headers[first]!,
      hasHeader: true,
      preamble: lines.slice(0, first),
      headings: [lines[first]!],
      rows: [],
    },
  ]
  lines.forEach((row, index) => {
    if (index > first) addLine(tables, row, headers[index]!)
  })
  return tables
}

function addLine(tables: Table[], row: GridRow, columns: Columns | null): void {
  const last = tables.at(-1)!
  if (columns === null) {
    last.rows.push(row)
    return
  }
  const preamble = takeLabels(last)
  const isSame = signature(columns) === signature(last.columns)
  if (!isSame || preamble.some((line) => namesAccount(line.cells)))
    tables.push({ columns, hasHeader: true, preamble, headings: [row], rows: [] })
}

/** The lines of one or two cells at the end of a table belong to the next header. */
function takeLabels(table: Table): GridRow[] {
  let end = table.rows.length
  while (end > 0 && table.rows[end - 1]!.cells.filter((cell) => cell !== '').length <= 2) end -= 1
  return table.rows.splice(end)
}

function signature(columns: Columns): string {
  const all = [...columns.byRole.values()].flat()
  return all.map((column) => `${column.index}:${column.name}`).join('|')
}

function inferTable(lines: GridRow[]): Table[] {
  const inferred = inferColumns(lines)
  if (!inferred) return []
  const { columns, firstRow } = inferred
  return [
    {
      columns,
      hasHeader: false,
      preamble: lines.slice(0, firstRow),
      headings: [],
      rows: lines.slice(firstRow),
    },
  ]
}

/**
 * Without blanks, without the apostrophe or formula (`="00123"`) with which spreadsheets preserve
 * digits; empty for a dash.
 */
function cleanCell(cell: string): string {
  const text = cell.replace(/\s+/g, ' ').trim()
  if (/^[-–—]+$/.test(text)) return ''
  const formula = /^="([^"]*)"$/.exec(text)
  if (formula) return formula[1]!
  return text.startsWith("'") && !text.endsWith("'") ? text.slice(1) : text
}
