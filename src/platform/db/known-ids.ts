import type { Context } from '../context.ts'
import { join, raw, sql } from './sql.ts'
import { ApiError } from '../errors/api-error.ts'
import type { NamedId, Noun } from '../wire/ids/known-id.ts'

/** Those of the ids that name a record which the environment can see. */
export type Finder = (ctx: Context, ids: readonly string[]) => Promise<readonly string[]>

/**
 * How the ids of each noun are found: the table that has them, or a finder where records come with
 * the service.
 */
export type KnownNouns = Readonly<Partial<Record<Noun, string | Finder>>>

/**
 * Throws the `…_not_found` of the first id that names nothing of the environment. A stranger's is
 * no different from nobody's. One statement for the nouns that are tables.
 */
export async function refuseUnknownIds(
  ctx: Context,
  nouns: KnownNouns,
  named: readonly NamedId[],
): Promise<void> {
  if (named.length === 0) return
  const known = new Set<string>()
  const note = (noun: Noun, id: string): void => void known.add(`${noun} ${id}`)
  const tables: [Noun, string, string[]][] = []
  for (const [noun, some] of Map.groupBy(named, (one) => one.noun)) {
    const ids = some.map(({ id }) => id)
    const source = nouns[noun]!
    if (typeof source === 'string') tables.push([noun, source, ids])
    else for (const id of await source(ctx, ids)) note(noun, id)
  }
  for (const { noun, id } of await listExisting(ctx, tables)) note(noun, id)
  const unknown = named.find(({ noun, id }) => !known.has(`${noun} ${id}`))
  if (unknown) throw new ApiError(`${unknown.noun}_not_found`, undefined, { param: unknown.param })
}

async function listExisting(
  ctx: Context,
  tables: readonly [Noun, string, string[]][],
): Promise<Pick<NamedId, 'noun' | 'id'>[]> {
  if (tables.length === 0) return []
  const selects = tables.map(
    ([noun, table, ids]) => sql`select ${noun}::text as noun, id from ${raw(table)}
      where environment_id = ${ctx.environment.id} and id = any(${ids}::uuid[])`,
  )
  return ctx.db.rows(join(selects, ' union all '))
}
