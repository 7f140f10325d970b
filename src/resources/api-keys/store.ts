import type { Context, Mode } from '../../platform/context.ts'
import {
  buildKeyset,
  toPage,
  countTotal,
  type Page,
  type PageRequest,
  type SortKeys,
} from '../../platform/db/page.ts'
import type { Database } from '../../platform/db/transaction.ts'
import { joinConditions, json, raw, sql, type Sql } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { ApiKey } from './schemas.ts'
import type { Body } from '../../platform/route.ts'

export type ApiKeyStatus = 'active' | 'inactive' | 'rotating' | 'revoked'

export type ApiKeyRow = Body<typeof ApiKey> & { environmentId: string }

const SORTS: SortKeys = { created_at: { column: 'created_at', type: 'timestamptz' } }
export const API_KEY_SORTS = ['-created_at']

/** A rotating key counts as revoked once its grace period ends, whatever its row still says. */
const STATUS =
  "case when status = 'rotating' and grace_ends_at <= now() then 'revoked' else status end"

const COLUMNS =
  raw(`id, environment_id, name, 'svc_' || mode || '_' as prefix, hint, mode, ${STATUS} as status, scopes,
  ip_allowlist, expires_at, last_used_at, last_used_ip, rotated_from, rotated_to, grace_ends_at, created_by, created_at,
  revoked_at, metadata, broker_id`)

/**
 * Row security shows a live key the keys of both its tenant's environments, a test key those of its
 * own.
 */
const MANAGED = raw('environment_id in (select managed_environments())')

export async function listApiKeys(
  ctx: Context,
  filter: { status?: ApiKeyStatus; mode?: Mode; ofBrokers?: { brokerId: string | null } },
  page: PageRequest,
): Promise<Page<ApiKeyRow>> {
  const { key, after, tail } = buildKeyset(page, SORTS)
  const where = joinConditions([
    sql`${MANAGED}`,
    filter.status && sql`${raw(STATUS)} = ${filter.status}`,
    filter.mode && sql`mode = ${filter.mode}`,
    filter.ofBrokers && ofBrokers(ctx, filter.ofBrokers.brokerId),
  ])
  const rows = await ctx.db.rows<ApiKeyRow & { sortKey: string }>(
    sql`select ${COLUMNS}, ${key} from api_keys where ${where} and ${after} ${tail}`,
  )
  const total = await countTotal(page, () => countWhere(ctx, where))
  return { ...toPage(rows, page, ctx.house.cursors), ...total }
}

/** Keys of one broker of the environment, or of all of them. */
function ofBrokers({ environment }: Context, brokerId: string | null): Sql {
  const whose = brokerId === null ? sql`is not null` : sql`= ${brokerId}`
  return sql`environment_id = ${environment.id} and broker_id ${whose}`
}

async function countWhere(ctx: Context, where: Sql): Promise<number> {
  const row = await ctx.db.row<{ count: number }>(
    sql`select count(*) as count from api_keys where ${where}`,
  )
  return row!.count
}

/** A key with what the command line needs to know it by. */
export type KnownKey = ApiKeyRow & { tenantId: string; keyHash: string }

/** Every key that a live key of the environment would manage, in every state; the oldest first. */
export function listManagedKeys(database: Database, environmentId: string): Promise<KnownKey[]> {
  return database.withEnvironment(environmentId, (db) =>
    db.rows<KnownKey>(sql`
      select ${COLUMNS}, tenant_id, key_hash from api_keys where ${MANAGED} order by created_at, id`),
  )
}

/** Locks the key, so that two changes of its state cannot both pass their check. */
export async function getApiKey(ctx: Context, id: string, lock = false): Promise<ApiKeyRow> {
  const row = await ctx.db.row<ApiKeyRow>(
    sql`select ${COLUMNS} from api_keys where ${MANAGED} and id = ${id} ${raw(lock ? 'for update' : '')}`,
  )
  if (!row) throw new ApiError('api_key_not_found')
  return row
}

export interface NewApiKey {
  environmentId: string
  id: string
  keyHash: string
  name: string
  mode: Mode
  hint: string
  scopes: string[]
  ipAllowlist: string[]
  expiresAt: string | null
  rotatedFrom: string | null
  createdBy: string | null
  brokerId: string | null
  metadata: Record<string, unknown>
}

export async function insertApiKey(ctx: Context, key: NewApiKey): Promise<void> {
  await ctx.db.run(sql`
    insert into api_keys (tenant_id, environment_id, id, key_hash, name, mode, hint, scopes, ip_allowlist, expires_at,
      rotated_from, created_by, broker_id, metadata)
    values (${ctx.environment.tenantId}, ${key.environmentId}, ${key.id}, ${key.keyHash}, ${key.name}, ${key.mode},
      ${key.hint}, ${key.scopes}, ${key.ipAllowlist}, ${key.expiresAt}, ${key.rotatedFrom}, ${key.createdBy},
      ${key.brokerId}, ${json(key.metadata)})`)
}

export async function updateApiKeyStatus(
  ctx: Context,
  key: ApiKeyRow,
  status: ApiKeyStatus,
): Promise<void> {
  await ctx.db.run(sql`
    update api_keys
    set status = ${status}, updated_at = now(), revoked_at = ${status === 'revoked' ? sql`now()` : null}
    where environment_id = ${key.environmentId} and id = ${key.id}`)
  ctx.db.afterCommit(ctx.house.forgetApiKeys)
}

export async function updateRotation(
  ctx: Context,
  key: ApiKeyRow,
  rotation: { rotatedTo: string; graceHours: number },
): Promise<void> {
  await ctx.db.run(sql`
    update api_keys
    set status = 'rotating', rotated_to = ${rotation.rotatedTo}, updated_at = now(),
      grace_ends_at = now() + ${rotation.graceHours} * interval '1 hour'
    where environment_id = ${key.environmentId} and id = ${key.id}`)
  ctx.db.afterCommit(ctx.house.forgetApiKeys)
}

/**
 * Counts the other keys that can manage keys. Locks them, so that the last two cannot be revoked
 * concurrently.
 */
export async function countOtherManagers(ctx: Context, key: ApiKeyRow): Promise<number> {
  const rows = await ctx.db.rows(sql`
    select 1 as one from api_keys
    where ${MANAGED} and id <> ${key.id} and environment_id = ${key.environmentId} and ${raw(STATUS)} = 'active'
      and (expires_at is null or expires_at > now()) and scopes && '{*,keys:write}'::text[]
    for update`)
  return rows.length
}

export async function findSiblingEnvironment(ctx: Context, mode: Mode): Promise<string> {
  const row = await ctx.db.row<{ id: string }>(
    sql`select system_find_sibling(${ctx.environment.tenantId}::uuid, ${mode}) as id`,
  )
  return row!.id
}
