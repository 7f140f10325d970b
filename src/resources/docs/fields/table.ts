import { globSync } from 'node:fs'
import { choice, optional, text } from '../../../core/values/rows/cells.ts'
import { readRows } from '../../../core/values/rows/rows.ts'

/** By unit: what is added to the description of a field, and an example of it. */
export const UNITS: Readonly<Record<string, { note: string; example: unknown }>> = {
  money: { note: 'In major units.', example: 48250.5 },
  ratio: { note: '1 is 100 %.', example: 0.12 },
  percent: { note: 'In percent.', example: 51 },
  points: { note: 'In points.', example: 71 },
  count: { note: '', example: 3 },
  ms: { note: 'In milliseconds.', example: 240 },
  seconds: { note: 'In seconds.', example: 60 },
  hours: { note: 'In hours.', example: 24 },
  days: { note: 'In days.', example: 30 },
  months: { note: 'In months.', example: 9 },
  bytes: { note: 'In bytes.', example: 184320 },
}

const COLUMNS = {
  field: text,
  unit: optional(choice(Object.keys(UNITS), 'a unit')),
  description: text,
  null: optional(text),
  example: optional(text),
}

export interface FieldRow {
  field: string
  unit: string | null
  description: string
  /** When it is null, if it can be: `when nothing is covered`. */
  null: string | null
  example: string | null
}

let rows: ReadonlyMap<string, FieldRow> | undefined

/** The rows of all tables by field; read when the first document is made, not at every start. */
export function readFields(): ReadonlyMap<string, FieldRow> {
  return (rows ??= readTables())
}

function readTables(): Map<string, FieldRow> {
  const found = new Map<string, FieldRow>()
  for (const file of globSync('*.csv', { cwd: import.meta.dirname }).toSorted()) {
    for (const row of readRows(new URL(file, import.meta.url), COLUMNS, ['field'])) {
      if (found.has(row.field)) throw new Error(`${file}: ${row.field} stands in another table too`)
      found.set(row.field, row)
    }
  }
  return found
}

/**
 * The row of a field by where it stands: `attempts.status` before `status`, and `webhooks.status`
 * for a field of the resource itself. In a request `webhooks:body.url` and `:query.limit` come
 * first. Names are in snake case, also of fields that are in camel case on the wire.
 */
export function findField(chain: readonly string[]): FieldRow | undefined {
  for (const name of listNames(chain)) {
    const row = readFields().get(name)
    if (row) return row
  }
  return undefined
}

/** The names under which a row may stand, the most precise first. */
export function listNames([root = '', ...fields]: readonly string[]): string[] {
  const [tag, place] = root.split(':')
  const path = fields.join('.')
  const whole = place ? [`${tag}:${place}.${path}`, `${tag}.${path}`] : [`${tag}.${path}`]
  const shorter = fields.map((_, index) => fields.slice(index).join('.'))
  if (!place) return [...whole, ...shorter]
  const last = shorter.pop()!
  return [...whole, ...shorter, `:${place}.${last}`, last]
}
