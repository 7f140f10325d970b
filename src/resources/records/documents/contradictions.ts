/** A correction by people; one of a row has its own author and time. */
export interface Override {
  field: string
  value: unknown
  readValue: unknown
  by: string
  at?: string
}

/** What matters here of a correction of a row, its amounts in major units. */
type EditedRow = { id: string; by?: string; at?: string; isPrinted?: boolean } & (
  | { kind: 'changed'; amount: number; change: { amount?: number } }
  | { kind: 'removed'; amount: number }
  | { kind: 'added'; row: { amount: number } }
)

/** A figure that a person set and the page has otherwise. */
export interface Contradiction {
  /** Of a row; null for a balance. */
  transactionId: string | null
  field: 'amount' | 'opening_balance' | 'closing_balance'
  /** Null for a row that is not on the page. */
  printed: number | null
  /** Null for a row that was taken out. */
  set: number | null
  by: string | null
  at: string | null
}

/**
 * What people set that contradicts the page. A mis-read figure does not, where the line of its row
 * prints what was entered; nor does a balance that is printed nowhere.
 */
export function listContradictions(overrides: readonly Override[]): Contradiction[] {
  return overrides.flatMap((override) => {
    const { field, value, readValue, by, at = null } = override
    if (field === 'rows') return (value as EditedRow[]).flatMap(ofRow)
    if (field !== 'opening_balance' && field !== 'closing_balance') return []
    if (typeof readValue !== 'number' || readValue === value) return []
    return [{ transactionId: null, field, printed: readValue, set: value as number | null, by, at }]
  })
}

function ofRow(edit: EditedRow): Contradiction[] {
  const { by = null, at = null } = edit
  const common = { transactionId: edit.id, field: 'amount', by, at } as const
  if (edit.kind === 'added') return [{ ...common, printed: null, set: edit.row.amount }]
  if (edit.kind === 'removed') return [{ ...common, printed: edit.amount, set: null }]
  const { amount } = edit.change
  if (amount === undefined || amount === edit.amount || edit.isPrinted) return []
  return [{ ...common, printed: edit.amount, set: amount }]
}
