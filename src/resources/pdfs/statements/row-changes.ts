import type { PlacedStatement } from '../../../core/statements/edits/rows.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import { formatAmount, toMajor } from '../../../core/values/money.ts'
import type { Change } from '../../../platform/audit.ts'
import type { MajorRowEdit } from '../../documents/statements/row-edits.ts'
import type { EditedStatement } from './edited.ts'

type Corrected = Record<string, unknown>

/** What a request did to one row: corrected it, corrected it again, or took a correction back. */
export interface RowChange {
  /** In force now; undefined where the row is as it was read again. */
  edit: MajorRowEdit | undefined
  id: string
  /** The day that it was read with, or is added on. */
  day: PlainDate
  /** Its place in the reading, from 1; null for one that is added. */
  number: number | null
  /** Fields as they were before the request and are now. */
  changes: Change[]
}

type Edited = Pick<EditedStatement, 'before' | 'read' | 'values'>

/** The rows that a request corrected, or whose correction it took back. */
export function listRowChanges({ before, read, values }: Edited): RowChange[] {
  const from = byRow(before.overrides.rows)
  const to = byRow(values.rows)
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((id) => {
    const [old, edit] = [from.get(id), to.get(id)]
    const changes = compare(toValues(old, edit, read), toValues(edit, old, read))
    const place = (edit ?? old)!
    const isAdded = place.kind === 'added'
    const day = isAdded ? place.row.date : place.date
    const number = isAdded ? null : place.position + 1
    return changes.length === 0 ? [] : [{ edit, id, day, number, changes }]
  })
}

/** What an edit makes of its row, beside what was read. */
export function compareWithReading(edit: MajorRowEdit, read: PlacedStatement): Change[] {
  return compare(toValues(undefined, edit, read), toValues(edit, undefined, read))
}

/** What is read at the place of an edit, with its amount in major units. */
export function getReadRow(edit: MajorRowEdit, { statement, positions }: PlacedStatement) {
  if (edit.kind === 'added') return null
  const row = statement.rows[positions.indexOf(edit.position)]
  const { date, amount } = edit
  if (row?.date !== date) return { date, amount, description: null, balance: null }
  const balance = row.balance === null ? null : toMajor(row.balance, statement.currency)
  return { date, amount, description: row.description, balance }
}

/**
 * For the audit log, which keeps of words only that they changed, since they may name persons.
 */
export function toAudited({ day, number, changes }: RowChange): Change[] {
  const row = number === null ? 'added row' : `row ${number}`
  return changes.map(({ field, from, to }) => ({
    field: `rows.${day} ${row}.${field}`,
    from: field === 'description' ? null : from,
    to: field === 'description' ? null : to,
  }))
}

/** `row 14 of 2025-09-30: 2,602.89 → 2,002.89` */
export function describeRow({ day, number, changes }: RowChange, currency: string): string {
  const row = number === null ? `a row added on ${day}` : `row ${number} of ${day}`
  return `${row}: ${changes.map((change) => describeChange(change, currency)).join(', ')}`
}

function describeChange({ field, from, to }: Change, currency: string): string {
  if (field === 'description') return 'words changed'
  if (field === 'is_removed') return to === true ? 'taken out' : 'put back'
  const [before, after] = [from, to].map((value) => {
    if (typeof value === 'number') return formatAmount(value, currency)
    return typeof value === 'string' ? value : '–'
  })
  return `${field === 'amount' ? '' : `${field} `}${before} → ${after}`
}

function byRow(edits: readonly MajorRowEdit[] = []): Map<string, MajorRowEdit> {
  return new Map(edits.map((edit) => [edit.id, edit]))
}

function compare(was: Corrected, is: Corrected): Change[] {
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return fields
    .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, from: was[field] ?? null, to: is[field] ?? null }))
}

/** The row with the edit; without one as it was read, where the other edit says. */
function toValues(
  edit: MajorRowEdit | undefined,
  other: MajorRowEdit | undefined,
  read: PlacedStatement,
): Corrected {
  if (edit?.kind === 'added') return { ...edit.row }
  const place = edit ?? other
  const row = place && getReadRow(place, read)
  if (!row) return {}
  const asRead = { ...row, is_removed: edit?.kind === 'removed' }
  return edit?.kind === 'changed' ? { ...asRead, ...edit.change } : asRead
}
