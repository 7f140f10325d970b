import type { PlacedAmount } from '../../../print/read-line.ts'
import { edgeOn } from '../../places/figure-columns.ts'
import type { PrintedRow } from '../printed-tables.ts'

type MovingRole = 'amount' | 'debit' | 'credit'

const MOVING: readonly MovingRole[] = ['amount', 'debit', 'credit']

/** Figures of one column agree in their right edge within so many points. */
const DRIFT = 1.5
/** A figure that far from its column's edge, in points, is no figure of it. */
const APART = 4
/** Fewer figures show no edge. */
const LEAST_FIGURES = 3

/**
 * The rows with each amount in the column whose figures it stands under. Heads leave that open
 * where they are wider than what stands below: `67.98` under `58,948.65` may be nearer to the next.
 */
export function withAlignedCells(rows: readonly PrintedRow[]): PrintedRow[] {
  const tables = Map.groupBy(rows, ({ section, lines }) => `${section} ${lines[0]!.page}`)
  const edges = new Map([...tables].map(([table, own]) => [table, findEdges(own)]))
  return rows.map((row) => aligned(row, edges.get(`${row.section} ${row.lines[0]!.page}`)!))
}

/** The right edges of the figures of each role. */
type Edges = ReadonlyMap<MovingRole, readonly number[]>

function findEdges(rows: readonly PrintedRow[]): Edges {
  return new Map(
    MOVING.map((role) => [role, rows.flatMap((row) => edgeIn(row, row.cells[role]) ?? [])]),
  )
}

function aligned(row: PrintedRow, edges: Edges): PrintedRow {
  const [own, second] = MOVING.filter((role) => row.cells[role])
  const edge = own && edgeIn(row, row.cells[own])
  if (!own || second || edge === undefined) return row
  const isAlone = edges.get(own)!.filter((each) => Math.abs(each - edge) <= APART).length === 1
  const role = MOVING.find((other) => other !== own && isUnder(edge, edges.get(other)!))
  if (!isAlone || role === undefined) return row
  const { [own]: cell, ...cells } = row.cells
  return { ...row, cells: { ...cells, [role]: cell } }
}

/** Whether most figures of a column end where this one does. */
function isUnder(edge: number, edges: readonly number[]): boolean {
  const count = edges.filter((each) => Math.abs(each - edge) <= DRIFT).length
  return count >= LEAST_FIGURES && count * 2 > edges.length
}

/** Where the digits of a figure end on the row's lines. */
function edgeIn({ lines }: PrintedRow, cell: PlacedAmount | undefined): number | undefined {
  const line = cell && lines.find(({ amounts }) => amounts.includes(cell))
  return line && edgeOn(line, cell, 'right')
}
