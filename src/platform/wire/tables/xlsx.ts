import type { CellValue, WriteSheet } from 'hucre/xlsx'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * A cell: a text stays a text whatever it begins with; only `formula` calculates, and brings its
 * result.
 */
export type Cell = CellValue | { formula: string; result: number }

/** A sheet of a workbook: a line of headers, and rows. */
export interface Table {
  title: string
  columns: { header: string; width: number; format?: string }[]
  rows: Cell[][]
}

/** Tables as the sheets of an XLSX file, in their order. */
export async function buildXlsx(tables: readonly Table[]): Promise<Buffer> {
  // Loaded with the first workbook, since most processes never write one.
  const { writeXlsx } = await import('hucre/xlsx')
  return Buffer.from(await writeXlsx({ sheets: tables.map(toSheet) }))
}

/** A text without the characters that XML cannot hold. */
export function cellText(value: string | null): string | null {
  return value === null ? null : value.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
}

function toSheet({ title, columns, rows }: Table): WriteSheet {
  const cells: NonNullable<WriteSheet['cells']> = new Map()
  const values = rows.map((row, at) =>
    row.map((cell, column) => {
      if (cell === null || typeof cell !== 'object' || cell instanceof Date) return cell
      const { formula, result } = cell
      cells.set(`${at + 1},${column}`, { type: 'formula', formula, formulaResult: result })
      return null
    }),
  )
  return {
    name: title,
    columns: columns.map(({ width, format }) => ({ width, ...(format && { numFmt: format }) })),
    rows: [columns.map(({ header }) => header), ...values],
    cells,
    freezePane: { rows: 1 },
  }
}

/** A cell of any JSON value; what is no number and no truth value is a text. */
export function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return cellText(typeof value === 'string' ? value : JSON.stringify(value))
}
