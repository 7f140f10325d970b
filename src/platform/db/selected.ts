import type { Context } from '../context.ts'
import type { Sql } from './sql.ts'

/**
 * Columns or joins of a list or a record. Those with a query of their own take the context: each
 * table names the environment as a value, so that one node of Citus is enough.
 */
export type Selected = Sql | ((ctx: Context) => Sql)

export function toSql(ctx: Context, selected: Selected): Sql {
  return typeof selected === 'function' ? selected(ctx) : selected
}
