import type { DocumentClass } from '../document-class.ts'
import { listReviewReasons, getClassRules, type FieldReading } from './extract.ts'
import type { FieldValue, ReadField } from './rule.ts'
import { buildFieldSpecs } from './specs.ts'
import { checkSums } from './sums.ts'

/** A correction of a field, or of a cell by table, row and column. Money is minor units. */
export interface FieldPatch {
  place: PatchPlace
  value: FieldValue
}

export type PatchPlace = { field: string } | { table: string; row: number; column: string }

// fields.ein   fields.ein.value   ein   tables.debts.0.balance   tables.debts[0].balance
const FIELD_PATH = /^(?:fields\.)?([a-z][a-z0-9_]*)(?:\.value)?$/
const CELL_PATH =
  /^tables\.([a-z][a-z0-9_]*)(?:\.rows)?(?:\.(\d{1,4})|\[(\d{1,4})\])\.([a-z][a-z0-9_]*)$/

/** What a path names; null when it is none. */
export function parsePatchPath(path: string): PatchPlace | null {
  const cell = CELL_PATH.exec(path)
  if (cell) return { table: cell[1]!, row: Number(cell[2] ?? cell[3]), column: cell[4]! }
  const field = FIELD_PATH.exec(path)
  return field ? { field: field[1]! } : null
}

/** The reading with the corrections applied, its sums and review reasons computed again. */
export function patchReading(
  reading: FieldReading,
  patches: readonly FieldPatch[],
  { documentClass, subtype = null }: { documentClass: DocumentClass; subtype?: string | null },
): FieldReading {
  if (patches.length === 0) return reading
  const patched = structuredClone(reading)
  for (const { place, value } of patches) {
    if ('field' in place) setField(patched.fields[place.field], value)
    else setCell(patched, place, value)
  }
  const rules = getClassRules(documentClass.name, subtype)
  for (const { field } of rules.sums ?? []) clearSum(patched.fields[field])
  checkSums(patched.fields, rules.sums ?? [])
  const reviewReasons = listReviewReasons(
    buildFieldSpecs(documentClass, rules),
    patched.fields,
    patched.tables,
  )
  return { ...patched, reviewReasons }
}

function setField(field: ReadField | undefined, value: FieldValue): void {
  if (!field) return
  // What is not known stands nowhere on a page.
  const place = value === null ? { raw: null, page: null, box: null } : {}
  Object.assign(field, {
    ...place,
    value,
    confidence: 1,
    validation: 'not_applicable',
    validationMessage: null,
  })
}

function setCell(
  { tables }: FieldReading,
  place: { table: string; row: number; column: string },
  value: FieldValue,
): void {
  const row = tables.find(({ name }) => name === place.table)?.rows[place.row]
  if (row && place.column in row.values) row.values[place.column] = value
}

/** A sum's earlier result was for other parts. */
function clearSum(field: ReadField | undefined): void {
  if (field?.type !== 'money') return
  Object.assign(field, { validation: 'not_applicable', validationMessage: null })
}
