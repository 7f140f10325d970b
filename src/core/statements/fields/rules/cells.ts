import { choice, type Cell, type Refuse } from '../../../values/rows/cells.ts'
import { DOCUMENT_CLASSES } from '../../classes/index.ts'
import { DOCUMENT_SUBTYPES } from '../../classes/subtypes.ts'
import type { SumRule } from '../rule.ts'
import { CLASS_PARTS, COLUMN_PARTS, FIELD_PARTS, TABLE_PARTS } from './parts.ts'

/** A table that is read though its class does not name it among its fields. */
const UNNAMED = { name: 'items', type: 'table' }

/** The fields of each class and subtype, tables among them. */
const FIELDS = new Map<string, { field: Cell<string>; tables: ReadonlySet<string> }>()
for (const { name, extractionFields } of DOCUMENT_CLASSES) {
  const fields = name === 'equipment_quote' ? [...extractionFields, UNNAMED] : extractionFields
  const tables = new Set(fields.filter(({ type }) => type === 'table').map((field) => field.name))
  const names = fields.map((field) => field.name)
  FIELDS.set(name, { field: choice(names, `a field of ${name}`), tables })
}
for (const { documentClass, subtype } of DOCUMENT_SUBTYPES) {
  FIELDS.set(`${documentClass}.${subtype}`, FIELDS.get(documentClass)!)
}

/** A class, or a subtype of one: `tax_return.form_1120`. */
export const documentClass: Cell<string> = choice([...FIELDS.keys()], 'a class of documents')

/** A field of the row's class, `debts.creditor` for a column of a table, or empty for the class. */
export const fieldOrColumn: Cell<string> = (text, refuse, row) => {
  if (text !== '') checkField(text.split('.')[0]!, row.class as string, refuse)
  return text
}

/** What a row may say of a thing of its kind. */
const PARTS = {
  class: { ...CLASS_PARTS, like: documentClass },
  field: { ...FIELD_PARTS, like: readLike, sum: readSum },
  table: TABLE_PARTS,
  column: COLUMN_PARTS,
}

const WHATS = {
  class: choice(Object.keys(PARTS.class), 'known of a class'),
  field: choice(Object.keys(PARTS.field), 'known of a field'),
  table: choice(Object.keys(PARTS.table), 'known of a table'),
  column: choice(Object.keys(PARTS.column), 'known of a column'),
}

export const what: Cell<string> = (text, refuse, row) =>
  WHATS[findKind(row.class as string, row.field as string)](text, refuse, row)

/**
 * A step that adds to a rule; of `like` the name of a class or of a field of one, and of `sum` a
 * rule.
 */
export const value: Cell<unknown> = (text, refuse, row) => {
  const parts: Readonly<Record<string, Cell<unknown>>> =
    PARTS[findKind(row.class as string, row.field as string)]
  return parts[row.what as string]!(text, refuse, row)
}

/** What a row speaks of. */
export function findKind(name: string, field: string): keyof typeof PARTS {
  if (field === '') return 'class'
  if (field.includes('.')) return 'column'
  return FIELDS.get(name)!.tables.has(field) ? 'table' : 'field'
}

function checkField(field: string, name: string, refuse: Refuse): void {
  FIELDS.get(name)!.field(field, refuse, {})
}

// tax_return.form_1040.ssn_last4
function readLike(text: string, refuse: Refuse): string {
  const end = text.lastIndexOf('.')
  checkField(text.slice(end + 1), documentClass(text.slice(0, end), refuse, {}), refuse)
  return text
}

// gross_receipts - returns_and_allowances? - cost_of_goods_sold?
function readSum(text: string, refuse: Refuse, row: Readonly<Record<string, unknown>>): SumRule {
  const words = text.split(' ')
  const optional: string[] = []
  const parts: [1 | -1, string][] = []
  for (let place = 0; place < words.length; place += 2) {
    const sign = words[place - 1] ?? '+'
    if (sign !== '+' && sign !== '-') refuse(`"${sign}" is neither + nor -`)
    const name = words[place]!.replace(/\?$/, '')
    checkField(name, row.class as string, refuse)
    if (name !== words[place]) optional.push(name)
    parts.push([sign === '-' ? -1 : 1, name])
  }
  const field = row.field as string
  return optional.length > 0 ? { field, parts, optional } : { field, parts }
}
