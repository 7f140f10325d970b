import type { PrintedRow } from '../printed-tables.ts'

/** `Debit Card` names how money moved: where a minus is printed, a plain amount is money in. */
export function withPrintedSigns(rows: readonly PrintedRow[]): readonly PrintedRow[] {
  if (!rows.some(({ cells }) => cells.amount?.sign === -1)) return rows
  return rows.map((row) =>
    row.isMarkedByKind && row.cells.amount
      ? { ...row, cells: { ...row.cells, amount: { ...row.cells.amount, marker: null } } }
      : row,
  )
}
