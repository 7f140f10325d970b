import type { Environment, House, OutsideContext } from '../context.ts'
import { join, raw, sql } from '../db/sql.ts'
import { ApiError } from '../errors/api-error.ts'
import { ERRORS } from '../errors/catalogue.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The error of a request; when an id of its path was not found because it belongs to the tenant's
 * other mode, with a message that says so. Nothing is said about ids of other tenants, and nothing
 * is read unless something was not found.
 */
export async function explainNotFound(
  error: unknown,
  params: unknown,
  { house, environment }: Pick<OutsideContext, 'house' | 'environment'>,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.details.param !== undefined) return error
  const { table } = ERRORS[error.code]
  const ids = Object.values(params as object).filter((one) => UUID.test(String(one)))
  if (table === undefined || ids.length === 0) return error
  const isThere = await isInOtherMode(house, environment, { table, ids }).catch(() => false)
  return isThere ? inOtherMode(error, environment) : error
}

async function isInOtherMode(
  { database }: House,
  { tenantId, mode }: Environment,
  { table, ids }: { table: string; ids: string[] },
): Promise<boolean> {
  const otherMode = mode === 'live' ? 'test' : 'live'
  const sibling = await database.withSystem((db) =>
    db.row<{ id: string }>(sql`select system_find_sibling(${tenantId}::uuid, ${otherMode}) as id`),
  )
  const found = await database.withEnvironment(sibling!.id, (db) =>
    db.row(sql`
      select 1 from ${raw(table)}
      where environment_id = ${sibling!.id} and id in (${join(ids)}) limit 1`),
  )
  return found !== null
}

function inOtherMode({ code, message, details }: ApiError, { mode }: Environment): ApiError {
  const other = mode === 'live' ? 'test' : 'live'
  const hint = `The id exists in the ${other} mode: use a key that begins with svc_${other}_.`
  return new ApiError(code, `${message} ${hint}`, details)
}
