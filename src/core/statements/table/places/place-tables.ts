import type { ReadLine } from '../../print/read-line.ts'
import { figuresAt, markPassed } from '../../head/figures/figures.ts'
import type { Figure } from '../../head/figures/figure.ts'
import { signedCents } from '../../print/amounts.ts'
import type { PrintedTables } from '../assembly/printed-tables.ts'
import { onlyAmounts, provenRoles, type Roles } from './column-roles.ts'
import { brokenSums } from './column-sums.ts'
import { findCheckNumbers, findCodes } from './code-column.ts'
import { headerAt, readHeader } from '../heads/columns.ts'
import { dateIn, findDateColumns } from './date-columns.ts'
import { findFigureColumns, type Alignment, type FigureColumns } from './figure-columns.ts'
import { placeRows } from './place-rows.ts'
import type { Places } from './places.ts'
import { splitRows, type TableLine } from './row-blocks.ts'
import { figureLines, findRegion, tableLines, withoutSide, type Writing } from './table-lines.ts'

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
  return listManners(lines).flatMap((manner) => {
    const first = findPlaces(lines, manner, writing)
    if (!first) return []
    const own = manner.alignment === 'right' ? withoutSide(lines, first, writing) : lines
    const places = findPlaces(own, manner, writing) ?? first
    const { tables, used } = buildTables(own, places, writing)
    const figures = markPassed(labelledFigures(lines, used, writing), Math.max(...used))
    return [{ tables: { ...tables, figures: [...figures, ...tables.figures] }, lines }]
  })
}

/** A way to look for a table. */
interface Manner {
  alignment: Alignment
  /** Rows may go on at the top of a page without any day. */
  goesOn: boolean
}

function listManners(lines: readonly ReadLine[]): Manner[] {
  const days = findDateColumns(lines)
  const [plain, whole] = [false, true].map((goesOn) => findRegion(lines, days, goesOn).length)
  return [
    { alignment: 'right', goesOn: false },
    ...(plain === whole ? [] : [{ alignment: 'right' as const, goesOn: true }]),
    { alignment: 'left', goesOn: false },
  ]
}

function findPlaces(
  lines: readonly ReadLine[],
  { alignment, goesOn }: Manner,
  writing: Writing,
): Places | null {
  const dateColumns = findDateColumns(lines)
  const region = findRegion(lines, dateColumns, goesOn)
  const own = new Set(region)
  const masked = lines.map((line, at) => (own.has(at) ? line : { ...line, amounts: [] }))
  const columns = findFigureColumns(masked, alignment)
  if (!columns) return null
  const figures = figureLines(masked, columns, writing)
  const count = columns.edges.length
  const roles = provenRoles(figures, count) ?? onlyAmounts(figures, count)
  if (!roles) return null
  const kept = keptColumns(columns, roles)
  const edge = Math.max(...columns.edges.filter((_, at) => kept.has(at)))
  const dated = region.filter((at) => dateIn(lines[at]!, dateColumns[0]) !== null)
  const lone = dated.filter((at) => lines[at]!.amounts.length === 0 && isLoneDay(lines[at]!))
  return {
    isDayApart: lone.length * 2 > dated.length,
    region,
    columns,
    byLine: Map.groupBy(columns.figures, ({ line }) => line),
    roles,
    kept,
    dateColumns,
    codes: new Map(),
    checks: new Map(),
    edge,
  }
}

function isLoneDay({ text, dates }: ReadLine): boolean {
  return dates.length === 1 && text.length === dates[0]!.to - dates[0]!.from
}

/** A column whose figures are left out is one of the table where as many lines fill it. */
const FULL_SHARE = 0.5

function keptColumns({ edges, figures }: FigureColumns, roles: Roles): Set<number> {
  const counts = edges.map((_, at) => figures.filter(({ column }) => column === at).length)
  const most = Math.max(...counts.filter((_, at) => roles[at] !== 'none'))
  const kept = [...edges.keys()].filter(
    (at) => roles[at] !== 'none' || counts[at]! >= FULL_SHARE * most,
  )
  return new Set(kept)
}

function buildTables(
  lines: readonly ReadLine[],
  places: Places,
  writing: Writing,
): { tables: PrintedTables; used: Set<number> } {
  const inTable = tableLines(lines, places, writing)
  const heads = lines
    .flatMap((_, at) => headerAt(lines, at, writing.lexicon) ?? [])
    .filter(({ columns }) => columns.some(({ role }) => role === 'description'))
    .flatMap(({ columns }) => columns)
  const checks = findCheckNumbers(inTable, heads, places)
  const own = { ...places, codes: findCodes(inTable, heads, places), checks }
  const { rows, unassigned, used } = placeRows(splitRows(inTable), own)
  const tables = {
    rows,
    sections: [],
    daily: [],
    figures: edgeBalances(inTable, places),
    columnTotals: {},
    brokenSums: brokenSums(inTable, places),
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
  const figures = lines.flatMap((line, at) =>
    // Names of columns stand above figures of rows.
    rows.has(at) || readHeader(line, lexicon) !== null ? [] : figuresAt(lines, at, lexicon),
  )
  const opening = figures.find(
    ({ label, line }) => (label === 'opening' || label === 'standing') && line < first,
  )
  return figures.map((figure) => {
    if (figure.label !== 'standing') return figure
    return { ...figure, label: figure === opening ? 'opening' : 'closing' }
  })
}

/** Balances above the first row and below the last, whatever words stand beside them. */
function edgeBalances(lines: readonly TableLine[], { byLine, roles }: Places): Figure[] {
  const first = lines.findIndex(({ isMoving }) => isMoving)
  const last = lines.findLastIndex(({ isMoving }) => isMoving)
  return lines.flatMap(({ index, isFigures }, at) => {
    if (!isFigures || (at > first && at < last)) return []
    const balance = byLine.get(index)?.find(({ column }) => roles[column] === 'balance')
    if (!balance) return []
    const label = at < first ? ('opening' as const) : ('closing' as const)
    const cents = signedCents(balance.amount)
    return [{ label, cents, phrase: '', date: null, count: null, line: index, isCarry: true }]
  })
}
