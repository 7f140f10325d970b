import type { Context } from '../context.ts'
import {
  buildKeyset,
  toPage,
  countTotal,
  type Page,
  type PageRequest,
  type SortKeys,
} from './page.ts'
import { toSql, type Selected } from './selected.ts'
import { empty, raw, sql, type Sql } from './sql.ts'

/** A list of a table's rows, as a store declares it. */
export interface PagedListDeclaration<Filter> {
  table: string
  /** The table's name in all that follows, where others stand beside it. */
  alias?: string
  columns: Selected
  /** Joins that the filter reads too. */
  joins?: Sql
  /** Joins of the columns alone; none adds or drops a row, so that counting goes without them. */
  lookups?: Selected
  sorts: SortKeys
  /** The uuid that orders rows of the same sort value; the table's id unless it says another. */
  id?: string
  /** Which of the environment's rows are in the list; all of them unless it says. */
  where?: (filter: Filter, ctx: Context) => Sql
}

/** A list and its length, of the same rows; a page holds the length where that is requested. */
export interface PagedList<Row, Filter> {
  list: (ctx: Context, filter: Filter, page: PageRequest) => Promise<Page<Row>>
  count: (ctx: Context, filter: Filter) => Promise<number>
}

/**
 * Both statements of a list, always within the context's environment. Their text depends on which
 * conditions the filter has and not on the values, so that a plan of it can be kept.
 */
export function pagedList<Row extends { id: string }, Filter = object>(
  declared: PagedListDeclaration<Filter>,
): PagedList<Row, Filter> {
  const { table, alias, columns, joins = empty, lookups = empty, sorts } = declared
  const prefix = alias === undefined ? '' : `${alias}.`
  const { id = `${prefix}id`, where = () => sql`true` } = declared
  const from = sql`${raw(table)} ${raw(alias ?? '')} ${joins}`
  const own = raw(prefix)
  // Parentheses keep an `or` of the filter within the environment.
  const count = async (ctx: Context, filter: Filter): Promise<number> => {
    const row = await ctx.db.row<{ count: number }>(sql`
      select count(*) as count from ${from}
      where ${own}environment_id = ${ctx.environment.id} and (${where(filter, ctx)})`)
    return row!.count
  }
  return {
    list: async (ctx, filter, page) => {
      const { key, after, tail } = buildKeyset(page, sorts, id)
      const rows = await ctx.db.rows<Row & { sortKey: string }>(sql`
        select ${toSql(ctx, columns)}, ${key} from ${from} ${toSql(ctx, lookups)}
        where ${own}environment_id = ${ctx.environment.id} and (${where(filter, ctx)}) and ${after}
        ${tail}`)
      const total = await countTotal(page, () => count(ctx, filter))
      return { ...toPage(rows, page, ctx.house.cursors), ...total }
    },
    count,
  }
}
