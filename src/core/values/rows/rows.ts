import { readFileSync } from 'node:fs'
import type { Cell } from './cells.ts'

/** A column for each cell of a row, in the order in which they stand. */
export type Columns = Readonly<Record<string, Cell<unknown>>>

export type Row<Of extends Columns> = { [Name in keyof Of]: ReturnType<Of[Name]> }

/**
 * The rows of a file of static data, which stands beside the module that reads it at load. A line
 * is a row, and the first one names the columns; a line that begins with `#` is a remark. Cells
 * are parted by commas, and one with a comma or quotes stands in quotes. No two rows may be alike
 * in all columns of `key`. Throws with file, line and column when a row is wrong.
 */
export function readRows<Of extends Columns>(
  url: URL,
  columns: Of,
  key: readonly (keyof Of & string)[] = [],
): Row<Of>[] {
  const text = readFileSync(url, 'utf8')
  return parseRows({ name: url.pathname.replace(/^.*\/(?=src\/)/, ''), text }, columns, key)
}

/** The same of a text; its name stands in what is thrown. */
export function parseRows<Of extends Columns>(
  { name, text }: { name: string; text: string },
  columns: Of,
  key: readonly (keyof Of & string)[] = [],
): Row<Of>[] {
  const names = Object.keys(columns)
  const firstLines = new Map<string, number>()
  const rows: Row<Of>[] = []
  let isHead = true
  let line = 0
  let column = ''
  for (const printed of text.split(/\r?\n/)) {
    line += 1
    column = ''
    if (printed === '' || printed.startsWith('#')) continue
    const cells = split(printed) ?? refuse('a quote is not closed, or stands within a cell')
    if (isHead) checkHead(cells)
    else addRow(cells)
    isHead = false
  }
  return rows

  function refuse(why: string): never {
    throw new Error(`${name}:${line}${column && `, column ${column}`}: ${why}`)
  }

  function checkHead(cells: readonly string[]): void {
    if (cells.join() !== names.join()) refuse(`the columns are ${names.join()}`)
  }

  function addRow(cells: readonly string[]): void {
    if (cells.length !== names.length) {
      refuse(`${cells.length} cells, but ${names.length} columns: ${names.join()}`)
    }
    const row: Record<string, unknown> = {}
    for (let place = 0; place < names.length; place += 1) {
      column = names[place]!
      row[column] = columns[column]!(cells[place]!, refuse)
    }
    if (key.length > 0) checkKey(cells)
    rows.push(row as Row<Of>)
  }

  function checkKey(cells: readonly string[]): void {
    column = key.join()
    const own = key.map((part) => cells[names.indexOf(part)]).join(', ')
    const first = firstLines.get(own)
    if (first !== undefined) refuse(`"${own}" stands already in line ${first}`)
    firstLines.set(own, line)
  }
}

// ,"Springfield, IL"
const CELL = /,(?:"((?:[^"]|"")*)"|([^",]*))/gy

/** The cells of a line; null when its quotes do not pair. */
function split(line: string): string[] | null {
  if (!line.includes('"')) return line.split(',')
  const matches = [...`,${line}`.matchAll(CELL)]
  const length = matches.reduce((sum, [whole]) => sum + whole.length, 0)
  if (length <= line.length) return null
  return matches.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare!)
}
