import type { Direction } from '../../../core/crm/mapping.ts'
import type { Context } from '../../../platform/context.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { recordStore } from '../../../platform/db/record-store.ts'
import { inserted, json, raw, sql } from '../../../platform/db/sql.ts'

export const SYNC_STATUSES = ['queued', 'running', 'succeeded', 'partial', 'failed'] as const
export type SyncStatus = (typeof SYNC_STATUSES)[number]

export const ITEM_ACTIONS = ['created', 'updated', 'skipped', 'archived', 'failed'] as const

/** What happened to one record. */
export interface SyncItem {
  submissionId: string | null
  object: string
  /** Of the record here: a deal, an owner, an account in a month. */
  key: string
  externalId: string | null
  direction: 'push' | 'pull'
  action: (typeof ITEM_ACTIONS)[number]
  /** The fields of the CRM that were written; their values are nowhere in this list. */
  changes: string[]
  error: { code: string; message: string; field: string | null } | null
}

export interface SyncCounts {
  pulled: number
  pushed: number
  created: number
  updated: number
  skipped: number
  archived: number
  failed: number
}

export const NO_COUNTS: SyncCounts = {
  pulled: 0,
  pushed: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  archived: 0,
  failed: 0,
}

export interface SyncRow {
  id: string
  integrationId: string
  status: SyncStatus
  trigger: string
  direction: Direction
  isDryRun: boolean
  isFull: boolean
  changedSince: string | null
  submissionIds: string[]
  isPulled: boolean
  counts: SyncCounts
  items: SyncItem[]
  error: { code: string; message: string } | null
  startedAt: string | null
  finishedAt: string | null
  createdAt: string
}

const COLUMNS = raw(`id, integration_id, status, trigger, direction, is_dry_run, is_full,
  changed_since, submission_ids, is_pulled, counts, items, error, started_at, finished_at,
  created_at`)

export const SYNCS = recordStore<SyncRow>({
  table: 'crm_syncs',
  columns: COLUMNS,
  noun: 'sync',
  missing: 'crm_sync_not_found',
})

export const SYNC_SORTS = ['-created_at', 'created_at']

export const { list: listSyncs } = pagedList<SyncRow, { integrationId: string; status?: string }>({
  table: 'crm_syncs',
  columns: COLUMNS,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: ({ integrationId, status = null }) => sql`integration_id = ${integrationId}
    and (${status}::text is null or status = ${status})`,
})

export function toSyncParent(integrationId: string) {
  return sql`integration_id = ${integrationId}`
}

export async function insertSync(ctx: Context, columns: Record<string, unknown>): Promise<void> {
  await ctx.db.run(sql`
    insert into crm_syncs ${inserted({
      environment_id: ctx.environment.id,
      counts: json(NO_COUNTS),
      ...columns,
    })}`)
}

/** The run that waits or works for an integration, the oldest first; null when there is none. */
export async function findOpenSync(
  ctx: Context,
  integrationId: string,
  statuses: readonly SyncStatus[],
): Promise<SyncRow | null> {
  return ctx.db.row<SyncRow>(sql`
    select ${COLUMNS} from crm_syncs
    where environment_id = ${ctx.environment.id} and integration_id = ${integrationId}
      and status = any(${statuses}::text[])
    order by created_at, id limit 1`)
}

/** The newest run of each integration that has ended. */
export async function listLastSyncs(
  ctx: Context,
  integrationIds: readonly string[],
): Promise<Map<string, SyncRow>> {
  const rows = await ctx.db.rows<SyncRow>(sql`
    select distinct on (integration_id) ${COLUMNS} from crm_syncs
    where environment_id = ${ctx.environment.id} and not is_dry_run
      and integration_id = any(${integrationIds}::uuid[])
    order by integration_id, created_at desc, id desc`)
  return new Map(rows.map((row) => [row.integrationId, row]))
}

/** How many objects of each integration are in step, and how many failed in its last run. */
export async function countSynced(
  ctx: Context,
  integrationIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await ctx.db.rows<{ integrationId: string; count: number }>(sql`
    select integration_id, count(*)::integer as count from crm_records
    where environment_id = ${ctx.environment.id} and checksum is not null
      and integration_id = any(${integrationIds}::uuid[])
    group by integration_id`)
  return new Map(rows.map(({ integrationId, count }) => [integrationId, count]))
}

/** Submissions that a run without a list takes: those that changed, or all of them. */
export async function listChanged(
  ctx: Context,
  { since, limit }: { since: string | null; limit: number },
): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select id from submissions
    where environment_id = ${ctx.environment.id} and status <> 'archived'
      and (${since}::timestamptz is null or updated_at > ${since}::timestamptz)
    order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Those of some submissions that are there. */
export async function listExisting(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select id from submissions
    where environment_id = ${ctx.environment.id} and id = any(${ids}::uuid[])`)
  return rows.map(({ id }) => id)
}

/** When the last run began that took all changed submissions; null before the first. */
export async function findLastPush(ctx: Context, integrationId: string): Promise<string | null> {
  const row = await ctx.db.row<{ createdAt: string }>(sql`
    select created_at from crm_syncs
    where environment_id = ${ctx.environment.id} and integration_id = ${integrationId}
      and takes_changed and status = 'succeeded'
    order by created_at desc limit 1`)
  return row?.createdAt ?? null
}
