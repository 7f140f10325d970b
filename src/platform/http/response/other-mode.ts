import type { Actor } from '../../../core/values/access/actor.ts'
import type { Environment, House, OutsideContext } from '../../context.ts'
import { join, raw, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors/api-error.ts'
import { ERRORS } from '../../errors/catalogue.ts'

/**
 * The error of a request; when an id of its path was not found because it belongs to the tenant's
 * other mode, with a message that says so. Nothing is said about ids of other tenants, and nothing
 * is read unless something was not found.
 */
export async function explainNotFound(
  error: unknown,
  params: unknown,
  { house, environment, actor }: Pick<OutsideContext, 'house' | 'environment' | 'actor'>,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.details.param !== undefined) return error
  // In the other mode the id may be another broker's, and to a link it is nothing.
  if (actor.brokerId || actor.type === 'upload_link') return error
  const { tables = [] } = ERRORS[error.code]
  const ids = Object.values(params as object).flatMap(toRowIds)
  if (tables.length === 0 || ids.length === 0) return error
  const isThere = await isInOtherMode(house, environment, { tables, ids }).catch(() => false)
  return isThere ? inOtherMode(error, environment, actor) : error
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
// req_01a206b7c6027af5b789834db906058c
const PUBLIC_ID = /^([a-z]+)_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** An id as its row has it: that of an event as it is shown, of others the UUID in it. */
function toRowIds(shown: unknown): string[] {
  const text = String(shown)
  if (UUID.test(text)) return [text]
  const [, prefix, ...parts] = PUBLIC_ID.exec(text) ?? []
  if (prefix === undefined) return []
  return [prefix === 'evt' ? text : parts.join('-')]
}

async function isInOtherMode(
  { database }: House,
  { tenantId, mode }: Environment,
  { tables, ids }: { tables: readonly string[]; ids: string[] },
): Promise<boolean> {
  const sibling = await database.withSystem((db) =>
    db.row<{ id: string }>(
      sql`select system_find_sibling(${tenantId}::uuid, ${toOther(mode)}) as id`,
    ),
  )
  const { id } = sibling!
  const lookups = tables.map(
    (table) => sql`
      exists (select from ${raw(table)} where environment_id = ${id} and id in (${join(ids)}))`,
  )
  const found = await database.withEnvironment(id, (db) =>
    db.row<{ isThere: boolean }>(sql`select ${join(lookups, ' or ')} as is_there`),
  )
  return found!.isThere
}

function toOther(mode: Environment['mode']): Environment['mode'] {
  return mode === 'live' ? 'test' : 'live'
}

function inOtherMode(
  { code, message, details }: ApiError,
  { mode }: Environment,
  { credential }: Actor,
): ApiError {
  const other = toOther(mode)
  const wanted =
    credential?.kind === 'api_key'
      ? `a key that begins with svc_${other}_`
      : `a token that begins with sat_${other}_`
  const hint = `The id exists in the ${other} mode: use ${wanted}.`
  return new ApiError(code, `${message} ${hint}`, details)
}
