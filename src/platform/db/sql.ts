import { toSnake } from '../../core/values/text.ts'
import template, { empty, join, raw, Sql } from 'sql-template-tag'

/** Composable SQL text; values become parameters. Used in `store.ts` files and in platform only. */
export const sql = template
export { empty, join, raw, Sql }

/** All of a condition list, `true` when it is empty. */
export function joinConditions(conditions: (Sql | null | false | undefined | '' | 0)[]): Sql {
  const present = conditions.filter((condition): condition is Sql => Boolean(condition))
  return present.length === 0 ? sql`true` : join(present, ' and ')
}

/** A record's fields as columns: `policyId` is `policy_id`. */
export function toColumns(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [toSnake(key), value]))
}

/** `a = 1, b = 2` for the columns of an update; undefined values are left out. */
export function assignments(columns: Record<string, unknown>): Sql {
  const set = Object.entries(columns).filter(([, value]) => value !== undefined)
  return join(set.map(([column, value]) => sql`${raw(quoteIdentifier(column))} = ${value}`))
}

/**
 * `(a, b) values (1, 2)` of one row; undefined values are left out and take the column's default.
 */
export function inserted(columns: Record<string, unknown>): Sql {
  const set = Object.entries(columns).filter(([, value]) => value !== undefined)
  return sql`(${join(set.map(([column]) => raw(quoteIdentifier(column))))})
    values (${join(set.map(([, value]) => value))})`
}

function quoteIdentifier(name: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`Not a column name: ${name}`)
  return `"${name}"`
}

/** A value for a jsonb column. `pg` would send an array as a PostgreSQL array otherwise. */
export function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** A `like` pattern for texts that contain this one as it stands: its % and _ are no wildcards. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}
