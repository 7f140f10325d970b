import type { Scope } from '../../window.ts'
import { remember, type Ledger } from '../../ledger.ts'
import { firstRowOn } from '../tally.ts'
import type { Label, LedgerRow } from './row.ts'
import { indexRows } from './row-index.ts'
import { TableRow, textAt } from './row-table.ts'

/** A counted row of the ledger, by its place there; made when it is read. */
export function rowAt({ table, columns }: Ledger, row: number): LedgerRow {
  return new TableRow(table, columns.place[row]!)
}

/** The id of a row. */
export function idAt({ table, columns }: Ledger, row: number): string {
  return textAt(table.id, columns.place[row]!)
}

/** What a row shares with many others. */
export function labelAt({ table, columns }: Ledger, row: number): Label {
  return table.labels[columns.label[row]!]!
}

/** The rows of a scope that pass a test, oldest first. */
export function selectRows(
  { columns }: Ledger,
  scope: Scope,
  isWanted: (row: number) => boolean,
): number[] {
  const found: number[] = []
  const account = scope.account ?? -1
  const end = firstRowOn(columns, scope.endDay + 1)
  for (let row = firstRowOn(columns, scope.startDay); row < end; row += 1) {
    if (account >= 0 && columns.account[row] !== account) continue
    if (isWanted(row)) found.push(row)
  }
  return found
}

/** The rows of a scope whose label passes a test, oldest first; each label is tested once. */
export function selectByLabel(
  ledger: Ledger,
  scope: Scope,
  isWanted: (label: Label) => boolean,
): number[] {
  const wanted = markLabels(ledger, isWanted)
  if (!wanted.includes(1)) return []
  return selectRows(ledger, scope, (row) => wanted[ledger.columns.label[row]!] === 1)
}

/** 1 for each label that passes a test, by its place in the table. */
export function markLabels({ table }: Ledger, isWanted: (label: Label) => boolean): Uint8Array {
  return Uint8Array.from(table.labels, (label) => (isWanted(label) ? 1 : 0))
}

/** The slug of a label's primary category; empty without one. */
export function getPrimarySlug({ categories }: Label): string {
  return categories[0]?.slug ?? ''
}

/** A scope that leaves no row out. */
export const ALL_DAYS: Scope = { startDay: -Infinity, endDay: Infinity }

/** The rows of a scope with these ids, oldest first; ids of other rows are passed over. */
export function rowsWithIds(ledger: Ledger, scope: Scope, ids: readonly string[]): number[] {
  const { columns } = ledger
  const rows = [...new Set(ids)].flatMap((id) => rowById(ledger, id) ?? [])
  const isInside = (row: number): boolean =>
    columns.day[row]! >= scope.startDay &&
    columns.day[row]! <= scope.endDay &&
    (scope.account == null || columns.account[row] === scope.account)
  return rows.filter(isInside).sort((a, b) => a - b)
}

/** The row with an id; null when none of the ledger has it. */
export function rowById(ledger: Ledger, id: string): number | null {
  return remember(ledger, 'rows by id', () =>
    indexRows(ledger.table.id, ledger.columns.place),
  ).find(id)
}

/** The row with an id, counted or not; null when the submission has none. */
export function findAnyRow(ledger: Ledger, id: string): LedgerRow | null {
  const { table } = ledger
  const places = remember(ledger, 'all places', () =>
    Uint32Array.from({ length: table.id.ends.length }, (_, place) => place),
  )
  const place = remember(ledger, 'all rows by id', () => indexRows(table.id, places)).find(id)
  return place === null ? null : new TableRow(table, place)
}
