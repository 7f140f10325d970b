import type { ReadLine } from '../../print/read-line.ts'
import { figuresAt, type Figure } from '../../head/figures.ts'
import type { PrintedTables } from '../assembly/printed-tables.ts'
import { provenRoles, type Roles } from './column-roles.ts'
import { findDateColumns } from './date-columns.ts'
import { findFigureColumns, type Alignment, type FigureColumns } from './figure-columns.ts'
import { placeRows } from './place-rows.ts'
import { splitRows, type TableLine } from './row-blocks.ts'
import { figureLines, regionOf, tableLines, withoutSide, type Writing } from './table-lines.ts'

/** Tables read by where their print stands, and the lines that they were read from. */
export interface PlacedTables {
  tables: PrintedTables
  lines: readonly ReadLine[]
}

/**
 * The tables of the lines by place and arithmetic alone: columns are where dates and figures stand
 * under each other, what a column of figures holds is what makes every balance follow from the one
 * before, rows are lines that stand together. Heads of unknown words, cells of several lines and
 * words beside the table need no rules of their own. None where no arithmetic proves the columns.
 */
export function placeTables(lines: readonly ReadLine[], writing: Writing): PlacedTables[] {
  return (['right', 'left'] as const).flatMap((alignment) => {
    const first = findPlaces(lines, alignment, writing)
    if (!first) return []
    const own = alignment === 'right' ? withoutSide(lines, first.edge, writing) : lines
    const places = findPlaces(own, alignment, writing) ?? first
    const { tables, used } = buildTables(own, places)
    const figures = labelledFigures(lines, used, writing)
    return [{ tables: { ...tables, figures: [...figures, ...tables.figures] }, lines }]
  })
}

interface Places {
  region: number[]
  columns: FigureColumns
  roles: Roles
  dateColumns: number[]
  /** Where the table ends on the right. */
  edge: number
}

function findPlaces(
  lines: readonly ReadLine[],
  alignment: Alignment,
  writing: Writing,
): Places | null {
  const dateColumns = findDateColumns(lines)
  const region = regionOf(lines, dateColumns)
  const own = new Set(region)
  const masked = lines.map((line, at) => (own.has(at) ? line : { ...line, amounts: [] }))
  const columns = findFigureColumns(masked, alignment)
  if (!columns) return null
  const roles =
    provenRoles(figureLines(masked, columns, writing), columns.edges.length) ??
    singleAmount(columns)
  if (!roles) return null
  const used = columns.edges.filter((_, at) => isOfTable(at, columns, roles))
  return { region, columns, roles, dateColumns, edge: Math.max(...used) }
}

/** A column whose figures are left out is one of the table where as many lines fill it. */
const FULL_SHARE = 0.5

export function isOfTable(column: number, { figures }: FigureColumns, roles: Roles): boolean {
  if (roles[column] !== 'none') return true
  const count = (at: number): number => figures.filter((figure) => figure.column === at).length
  const most = Math.max(...roles.flatMap((role, at) => (role === 'none' ? [] : [count(at)])))
  return count(column) >= FULL_SHARE * most
}

/** Without balances the fullest column is the amounts; only printed sums can prove them. */
function singleAmount({ edges }: FigureColumns): Roles | null {
  return edges.map((_, at) => (at === 0 ? 'amount' : 'none'))
}

function buildTables(
  lines: readonly ReadLine[],
  places: Places,
): { tables: PrintedTables; used: Set<number> } {
  const [dateColumn] = places.dateColumns
  const inTable = tableLines(lines, { ...places, ...(dateColumn !== undefined && { dateColumn }) })
  const { rows, unassigned, used } = placeRows(splitRows(inTable), places)
  const tables = {
    rows,
    sections: [],
    daily: [],
    figures: edgeBalances(inTable, places),
    columnTotals: {},
    unassignedLines: unassigned,
  }
  return { tables, used }
}

/** Figures beside labels, of the lines that are no rows; a balance of some day opens or closes. */
function labelledFigures(
  lines: readonly ReadLine[],
  rows: ReadonlySet<number>,
  { lexicon }: Writing,
): Figure[] {
  const first = Math.min(...rows)
  const figures = lines.flatMap((_, at) => (rows.has(at) ? [] : figuresAt(lines, at, lexicon)))
  return figures.map((figure) => {
    if (figure.label !== 'standing') return figure
    return { ...figure, label: figure.line < first ? 'opening' : 'closing' }
  })
}

/** Balances above the first row and below the last, whatever words stand beside them. */
function edgeBalances(lines: readonly TableLine[], { columns, roles }: Places): Figure[] {
  const moving = lines.flatMap(({ isMoving }, at) => (isMoving ? [at] : []))
  const [first, last] = [moving[0] ?? 0, moving.at(-1) ?? 0]
  return columns.figures.flatMap(({ line, column, amount }) => {
    const at = lines.findIndex(({ index }) => index === line)
    const isEdge = roles[column] === 'balance' && lines[at]?.isFigures && (at < first || at > last)
    if (!isEdge) return []
    const label = at < first ? ('opening' as const) : ('closing' as const)
    const cents = amount.marker === 'debit' || amount.sign === -1 ? -amount.cents : amount.cents
    return [{ label, cents, phrase: '', date: null, count: null, line, isCarry: true }]
  })
}
