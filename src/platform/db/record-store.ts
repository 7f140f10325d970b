import type { Context } from '../context.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { duplicateName } from '../errors/duplicate-name.ts'
import { toSql, type Selected } from './selected.ts'
import { assignments, empty, inserted, joinConditions, raw, sql, type Sql } from './sql.ts'

/** Records of a table, each with an id, as their store declares them. */
export interface RecordsDeclaration {
  table: string
  /** The table's name in all that follows, where others stand beside it. */
  alias?: string
  columns: Selected
  joins?: Selected
  /** Which rows are there; all of them unless it says. */
  where?: Sql
  /** What a message calls one of them: `rule`. */
  noun: string
  /** What is thrown where there is none. */
  missing: ErrorCode
}

/** The statements of one record; `within` names the parent that it must have. */
export interface RecordStore<Row> {
  /** Throws the declared error. */
  get: (ctx: Context, id: string, within?: Sql) => Promise<Row>
  /** The same in its newest state, locked: who changes it too waits for this transaction. */
  hold: (ctx: Context, id: string, within?: Sql) => Promise<Row>
  /** Sets the columns that are given. */
  update: (ctx: Context, id: string, columns: Record<string, unknown>) => Promise<void>
  remove: (ctx: Context, id: string) => Promise<void>
  /** Throws `duplicate_name` when another record has the name. */
  refuseTaken: (ctx: Context, wanted: WantedName) => Promise<void>
}

interface WantedName {
  name: string | undefined
  /** The record that may have it. */
  self?: string
  within?: Sql
  param?: string
}

/** The statements of the records of a table, always within the context's environment. */
export function recordStore<Row>(declared: RecordsDeclaration): RecordStore<Row> {
  const { columns, joins = empty, where, noun, missing } = declared
  const { table, alias = table } = declared
  const own = raw(`${alias}.`)
  const from = sql`${raw(table)} ${raw(alias)}`
  const get = async (ctx: Context, id: string, within?: Sql): Promise<Row> => {
    const row = await ctx.db.row<Row>(sql`
      select ${toSql(ctx, columns)} from ${from} ${toSql(ctx, joins)}
      where ${own}environment_id = ${ctx.environment.id} and ${own}id = ${id}
        and ${joinConditions([where, within])}`)
    if (!row) throw new ApiError(missing)
    return row
  }
  return {
    get,
    hold: async (ctx, id, within) => {
      await holdRow(ctx, table, id)
      return get(ctx, id, within)
    },
    update: async (ctx, id, values) => {
      await ctx.db.run(sql`
        update ${raw(table)} set ${assignments({ ...values, updated_at: sql`now()` })}
        where environment_id = ${ctx.environment.id} and id = ${id}`)
    },
    remove: async (ctx, id) => {
      await ctx.db.run(sql`
        delete from ${raw(table)} where environment_id = ${ctx.environment.id} and id = ${id}`)
    },
    refuseTaken: async (ctx, { name, self = null, within, param = 'name' }) => {
      if (name === undefined) return
      const holder = await ctx.db.row<{ id: string }>(sql`
        select ${own}id from ${from}
        where ${own}environment_id = ${ctx.environment.id} and ${own}name = ${name}
          and ${own}id is distinct from ${self}::uuid and ${joinConditions([where, within])}`)
      if (holder) throw duplicateName(noun, name, { param, existingId: holder.id })
    },
  }
}

/**
 * Locks a row until the transaction ends. Statements after it see what the last change left: read,
 * check and write behind this lock are one step.
 */
export async function holdRow(ctx: Context, table: string, id: string): Promise<void> {
  await ctx.db.run(sql`
    select from ${raw(table)} where environment_id = ${ctx.environment.id} and id = ${id}
    for no key update`)
}

/**
 * The same for what may not have a row yet, or whose rows are checked against each other: changes
 * under one name in an environment follow each other.
 */
export async function holdName(ctx: Context, name: string): Promise<void> {
  await ctx.db.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${name} || ' ' || ${ctx.environment.id}::text, 0))`)
}

/** Where the versions of a record are kept: a table, and its column that names the record. */
interface Versions {
  table: string
  of: string
  id: string
}

/** Keeps the newest version of a held record; returns its number, one over any that is kept. */
export async function keepVersion(
  ctx: Context,
  { table, of, id }: Versions,
  columns: Record<string, unknown>,
): Promise<number> {
  const row = await ctx.db.row<{ version: number }>(sql`
    select coalesce(max(version), 0) + 1 as version from ${raw(table)}
    where environment_id = ${ctx.environment.id} and ${raw(of)} = ${id}`)
  const key = { environment_id: ctx.environment.id, [of]: id, version: row!.version }
  await ctx.db.run(sql`
    insert into ${raw(table)} ${inserted({ ...key, ...columns, created_by: ctx.actor.name })}`)
  return row!.version
}
