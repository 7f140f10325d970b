import { readFileSync } from 'node:fs'
import type { Cell, Refuse } from './cells.ts'

/** The columns of a table, in order. */
export type Columns = Readonly<Record<string, Cell<unknown>>>

export type Row<Of extends Columns> = { [Name in keyof Of]: ReturnType<Of[Name]> }

/**
 * The rows of a CSV file of static data, next to the module that reads it at load. The first line
 * names the columns; a line that begins with `#` is a comment. A cell with a comma or quotes is
 * quoted. No two rows may agree in all columns of `key`. Throws with file, line and column when a
 * row is wrong.
 */
export function readRows<Of extends Columns>(
  url: URL,
  columns: Of,
  key: readonly (keyof Of & string)[] = [],
): Row<Of>[] {
  const text = readFileSync(url, 'utf8')
  return parseRows({ name: url.pathname.replace(/^.*\/(?=src\/)/, ''), text }, columns, key)
}

/** The same of a text; errors carry its name. */
export function parseRows<Of extends Columns>(
  { name, text }: { name: string; text: string },
  columns: Of,
  key: readonly (keyof Of & string)[] = [],
): Row<Of>[] {
  const at: Place = { line: 0, column: '' }
  const refuse: Refuse = (why) => {
    throw new Error(`${name}:${at.line}${at.column && `, column ${at.column}`}: ${why}`)
  }
  const names = Object.keys(columns)
  const lines = readLines(text, at, refuse)
  if (lines.next().value?.join() !== names.join()) refuse(`the columns are ${names.join()}`)
  const keyPlaces = key.map((column) => names.indexOf(column))
  const firstLines = new Map<string, number>()
  const rows: Row<Of>[] = []
  for (const cells of lines) {
    if (cells.length !== names.length) {
      refuse(`${cells.length} cells, but ${names.length} columns: ${names.join()}`)
    }
    const row: Record<string, unknown> = {}
    // Every process reads tables when it starts, where a plain loop is fastest.
    for (let place = 0; place < names.length; place += 1) {
      at.column = names[place]!
      row[at.column] = columns[at.column]!(cells[place]!, refuse, row)
    }
    if (keyPlaces.length > 0) {
      const own = keyPlaces.map((place) => cells[place]).join(', ')
      at.column = key.join()
      if (firstLines.has(own)) refuse(`"${own}" stands already in line ${firstLines.get(own)}`)
      firstLines.set(own, at.line)
    }
    rows.push(row as Row<Of>)
  }
  return rows
}

/** Where the reading is. */
interface Place {
  line: number
  column: string
}

/** The cells of each line, without comments. */
function* readLines(text: string, at: Place, refuse: Refuse): Generator<string[], undefined> {
  for (const line of text.replaceAll('\r', '').split('\n')) {
    at.line += 1
    at.column = ''
    if (line === '' || line.startsWith('#')) continue
    yield split(line) ?? refuse('a quote is not closed, or stands within a cell')
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
