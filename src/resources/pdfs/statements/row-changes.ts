import type { Change } from '../../../platform/audit.ts'
import type { MajorRowEdit } from '../../documents/statements/overrides.ts'
import type { EditedStatement } from './edited.ts'

type Corrected = Record<string, unknown>

/**
 * What was corrected of each row, or taken back, under the day that it was read with. Of words the
 * audit log keeps only that they changed, since they may name persons.
 */
export function listRowChanges({
  before,
  values,
}: Pick<EditedStatement, 'before' | 'values'>): Change[][] {
  const from = byRow(before.overrides.rows)
  const to = byRow(values.rows)
  const rows = [...new Set([...from.keys(), ...to.keys()])].map((id) =>
    compareRow(from.get(id), to.get(id)),
  )
  return rows.filter((changes) => changes.length > 0)
}

function compareRow(old: MajorRowEdit | undefined, edit: MajorRowEdit | undefined): Change[] {
  const [was, is] = [toValues(old, edit), toValues(edit, old)]
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return fields
    .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({
      field: `rows.${findDay((edit ?? old)!)}.${field}`,
      from: shown(field, was),
      to: shown(field, is),
    }))
}

function byRow(edits: readonly MajorRowEdit[] = []): Map<string, MajorRowEdit> {
  return new Map(edits.map((edit) => [edit.id, edit]))
}

/** The row with the edit; without one as it was read, as far as the other edit says. */
function toValues(edit: MajorRowEdit | undefined, other: MajorRowEdit | undefined): Corrected {
  if (edit?.kind === 'added') return { ...edit.row }
  const place = edit ?? (other?.kind === 'added' ? undefined : other)
  if (place === undefined) return {}
  const asRead = { date: place.date, amount: place.amount, isRemoved: edit?.kind === 'removed' }
  return edit?.kind === 'changed' ? { ...asRead, ...edit.change } : asRead
}

function findDay(edit: MajorRowEdit): string {
  return edit.kind === 'added' ? edit.row.date : edit.date
}

function shown(field: string, values: Corrected): unknown {
  return field === 'description' ? null : (values[field] ?? null)
}
