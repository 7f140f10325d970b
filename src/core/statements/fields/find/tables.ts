import { boxAround, buildCell, type Cell, type CellPage } from '../print/cells.ts'
import type { Candidate } from './locate.ts'
import { maskSsn } from '../print/formats.ts'
import type { ColumnRule, FieldValue, ReadCell, ReadTable, TableRule } from '../rule.ts'
import { toPhrase, findOccurrences } from '../print/tokens.ts'
import { readValue, type ReadingContext } from '../print/values.ts'

interface Head {
  columns: { rule: ColumnRule | null; x0: number; x1: number }[]
  line: number
  y1: number
}

/** Heads are printed over up to this many lines. */
const HEAD_LINES = 3
const ROWS_MAX = 500
/** A gap of so many line heights ends a table. */
const GAP_MAX = 4.5
/** A wrapped line stands nearer to the one above it than this share of its height. */
const WRAP_GAP = 0.4

/** A table with its total row, which is none of its rows. */
export interface FoundTable {
  table: ReadTable
  /** The total row's values by column, with where they stand. */
  total: Record<string, Candidate>
}

/** The rows of the table on all pages that print its head; null when none does. */
export function readTable(
  rule: TableRule,
  pages: readonly CellPage[],
  context: ReadingContext,
): FoundTable | null {
  const rows: ReadTable['rows'] = []
  let total: FoundTable['total'] = {}
  let hasHead = false
  for (const page of pages) {
    const head = findHead(rule, page)
    if (!head) continue
    hasHead = true
    const body = { rule, page, context }
    const { found, end } = rowsUnder(head, body)
    rows.push(...found)
    if (end) total = readTotals(end, head, body)
  }
  if (!hasHead) return null
  const columns = rule.columns.map(({ name, kind }) => ({ name, type: kind }))
  return { table: { name: rule.name, columns, rows: rows.slice(0, ROWS_MAX) }, total }
}

function findHead(rule: TableRule, page: CellPage): Head | null {
  const lines = groupLines(page)
  let best: { head: Head; count: number } | null = null
  for (let at = 0; at < lines.length; at += 1) {
    for (let size = 1; size <= HEAD_LINES && at + size <= lines.length; size += 1) {
      const head = readHead(rule, lines.slice(at, at + size))
      // Lines over the head may only stay when they name a column more.
      const count = 10 * (head?.columns.filter(({ rule }) => rule !== null).length ?? 0) - size
      if (head && count > (best?.count ?? 0)) best = { head, count }
    }
  }
  return best?.head ?? null
}

function groupLines(page: CellPage): Cell[][] {
  return [...Map.groupBy(page.cells, ({ line }) => line).values()]
}

function readHead(rule: TableRule, lines: Cell[][]): Head | null {
  const stacks: Cell[][] = []
  const phrases = rule.columns.flatMap(({ labels }) => labels.map(toPhrase))
  for (const cell of lines.flat().flatMap((each) => splitHead(each, phrases))) {
    const stack = stacks.find((cells) => isOver(boxAround(cells), cell.box))
    if (stack) stack.push(cell)
    else stacks.push([cell])
  }
  const free = new Set(rule.columns)
  const columns = stacks
    .map((cells) => ({ cells, box: boxAround(cells) }))
    .toSorted((a, b) => a.box[0] - b.box[0])
    .map(({ cells, box }) => {
      const match = matchColumn(cells, [...free])
      if (match) free.delete(match)
      return { rule: match, x0: box[0], x1: box[2] }
    })
  const isWhole = rule.needs.every((name) => columns.some((column) => column.rule?.name === name))
  const box = boxAround(lines.flat())
  const height = lines[0]![0]!.box[3] - lines[0]![0]!.box[1]
  const isTight = box[3] - box[1] < (HEAD_LINES + 1) * height * lines.length
  return isWhole && isTight ? { columns, line: lines.at(-1)![0]!.line, y1: box[3] } : null
}

/** Head words printed close together are one cell; if they are all labels they are parted again. */
function splitHead(cell: Cell, phrases: readonly string[][]): Cell[] {
  const starts: number[] = []
  for (let at = 0; at < cell.tokens.length;) {
    const longest = phrases
      .filter((phrase) => findOccurrences(cell.tokens.slice(at), phrase)[0] === 0)
      .toSorted((a, b) => b.length - a.length)[0]
    if (!longest) return [cell]
    starts.push(cell.tokens[at]!.from)
    at += longest.length
  }
  return starts.length < 2 ? [cell] : splitAt(cell, starts)
}

function splitAt(cell: Cell, starts: readonly number[]): Cell[] {
  let at = 0
  const parts = cell.words.map((word) => {
    const part = starts.findLastIndex((start) => start <= at)
    at += word.text.length + 1
    return { word, part }
  })
  return [...Map.groupBy(parts, ({ part }) => part).values()].map((own) =>
    buildCell(
      own.map(({ word }) => word),
      cell,
    ),
  )
}

// 1,650.00   $50,000.00   01/15/2023   9.5%   (120.00)
const FIGURE = /^[-(]?[$€£]?\d[\d,]*(?:\.\d+)?\)?%?$|^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}$/

/** Figures printed close to their neighbors stand for themselves. */
function splitFigures(cell: Cell): Cell[] {
  let at = 0
  let wasFigure = true
  const starts: number[] = []
  for (const { text } of cell.words) {
    const isFigure = FIGURE.test(text) && /[.,/%$]/.test(text)
    if (at === 0 || isFigure || wasFigure) starts.push(at)
    wasFigure = isFigure
    at += text.length + 1
  }
  return starts.length < 2 ? [cell] : splitAt(cell, starts)
}

function isOver(upper: readonly number[], lower: readonly number[]): boolean {
  const overlap = Math.min(upper[2]!, lower[2]!) - Math.max(upper[0]!, lower[0]!)
  return overlap > 0.4 * Math.min(upper[2]! - upper[0]!, lower[2]! - lower[0]!)
}

/** The column a head cell names: of several the one whose label is longest. */
function matchColumn(cells: Cell[], rules: readonly ColumnRule[]): ColumnRule | null {
  const { tokens } = buildCell(
    cells.flatMap(({ words }) => words),
    { page: 0, line: 0 },
  )
  const named = rules
    .flatMap((rule) => rule.labels.map((label) => ({ rule, phrase: toPhrase(label) })))
    .filter(({ phrase }) => findOccurrences(tokens, phrase).length > 0)
    .filter(({ phrase }) => tokens.length <= phrase.length + 3)
    .toSorted((a, b) => b.phrase.length - a.phrase.length)
  return named[0]?.rule ?? null
}

interface Body {
  rule: TableRule
  page: CellPage
  context: ReadingContext
}

function rowsUnder(
  head: Head,
  { rule, page, context }: Body,
): { found: ReadTable['rows']; end: Cell[] | null } {
  const ends = (rule.ends ?? ['total']).map(toPhrase)
  const rows: ReadTable['rows'] = []
  let bottom = head.y1
  for (const line of groupLines(page).filter(([cell]) => cell!.line > head.line)) {
    const box = boxAround(line)
    const height = box[3] - box[1]
    if (box[1] - bottom > GAP_MAX * height) break
    const begins = line.toSorted((a, b) => a.box[0] - b.box[0])[0]!
    if (ends.some((end) => findOccurrences(begins.tokens, end)[0] === 0))
      return { found: rows, end: line }
    const isNear = box[1] - bottom < WRAP_GAP * height
    bottom = Math.max(bottom, box[3])
    const { values, cells } = readRowValues(line, head, context)
    const filled = Object.values(values).filter((value) => value !== null).length
    if (filled >= Math.min(2, rule.columns.length))
      rows.push({ page: page.number, values: complete(values, rule), cells })
    else if (filled === 1 && rows.length > 0 && isNear && !line.some(isProse))
      continueRow(rows.at(-1)!, values)
  }
  return { found: rows, end: null }
}

function readTotals(line: Cell[], head: Head, { context }: Body): FoundTable['total'] {
  const found: FoundTable['total'] = {}
  for (const cell of line) {
    const rule = nearestColumn(cell, head)
    if (rule?.kind !== 'money') continue
    const spec = { kind: rule.kind, pattern: null, options: [], rule: {} }
    const value = readValue(cell.text, spec, context)?.value ?? null
    if (value === null) continue
    found[rule.name] = {
      value,
      raw: cell.text,
      page: cell.page,
      box: cell.box,
      score: 0.95,
      isChecked: false,
      message: null,
    }
  }
  return found
}

/** A line that holds only text continues the text above it. */
function continueRow(row: ReadTable['rows'][number], values: Record<string, FieldValue>): void {
  for (const [name, value] of Object.entries(values)) {
    const above = row.values[name]
    if (typeof value === 'string' && typeof above === 'string' && !/\d/.test(value)) {
      row.values[name] = `${above} ${value}`
    }
  }
}

function complete(values: Record<string, FieldValue>, rule: TableRule): Record<string, FieldValue> {
  return Object.fromEntries(rule.columns.map(({ name }) => [name, values[name] ?? null]))
}

function readRowValues(
  line: Cell[],
  head: Head,
  context: ReadingContext,
): { values: Record<string, FieldValue>; cells: Record<string, ReadCell> } {
  const texts = new Map<ColumnRule, Cell[]>()
  const cells = line
    .flatMap(splitFigures)
    .filter(({ text }) => !/^[$€£]$/.test(text))
    .toSorted((a, b) => a.box[0] - b.box[0])
  // The cells of a full row are in the order of the head, however they are aligned.
  const isFull = cells.length === head.columns.length
  for (const [at, cell] of cells.entries()) {
    const rule = isFull ? head.columns[at]!.rule : nearestColumn(cell, head)
    if (rule) texts.set(rule, [...(texts.get(rule) ?? []), cell])
  }
  const values: Record<string, FieldValue> = {}
  const places: Record<string, ReadCell> = {}
  for (const [{ name, kind, format }, parts] of texts) {
    const rule = format ? { format } : {}
    const spec = { kind, pattern: null, options: [], rule }
    const raw = parts.map(({ text }) => text).join(' ')
    values[name] = readValue(raw, spec, context)?.value ?? null
    const { page } = parts[0]!
    places[name] = { raw: maskSsn(raw), confidence: CELL_TRUST, page, box: boxAround(parts) }
  }
  return { values, cells: places }
}

/** Under the head of a table stands what the head says. */
const CELL_TRUST = 0.95
/** A cell of more words is running text and continues no cell of a table. */
const CELL_WORDS = 9

function isProse({ words }: Cell): boolean {
  return words.length > CELL_WORDS
}

/** The column whose head the cell stands under: the widest overlap, else the smallest distance. */
function nearestColumn({ box }: Cell, { columns }: Head): ColumnRule | null {
  const distance = ({ x0, x1 }: { x0: number; x1: number }): number =>
    Math.min(
      Math.abs(box[0] - x0),
      Math.abs(box[2] - x1),
      Math.abs((box[0] + box[2]) / 2 - (x0 + x1) / 2),
    )
  return columns.toSorted((a, b) => distance(a) - distance(b))[0]?.rule ?? null
}
