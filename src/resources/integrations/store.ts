import type { Context } from '../../platform/context.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { recordStore } from '../../platform/db/record-store.ts'
import { inserted, joinConditions, json, raw, sql, type Sql } from '../../platform/db/sql.ts'
import type { IntegrationStatus } from './lifecycle.ts'

/** As a column keeps it, in the names of the wire. */
export interface IntegrationConfig {
  base_url?: string
  client_name?: string
  hosted_link?: boolean
  /** Folder of a mailbox. */
  mailbox?: string
  /** What is in the folder at the first time is taken too. */
  take_existing?: boolean
}

export interface IntegrationRow {
  id: string
  provider: string
  name: string
  category: string
  status: IntegrationStatus
  isSynthetic: boolean
  config: IntegrationConfig
  credentialsSealed: string | null
  linksCount: number
  /** How the reading of a mailbox goes; null of what is none. */
  takenCount: number | null
  lastReadAt: string | null
  nextReadAt: string | null
  consecutiveFailures: number | null
  lastUsedAt: string | null
  lastError: { code: string; message: string } | null
  createdAt: string
  updatedAt: string
}

export interface IntegrationFilter {
  provider?: string
  category?: string
  status?: string
}

function selectColumns({ environment }: Context): Sql {
  return sql`i.id, i.provider, i.name, i.category, i.status, i.is_synthetic, i.config,
  i.credentials_sealed, i.last_used_at, i.last_error, i.created_at, i.updated_at,
  (select count(*)::integer from links l where l.environment_id = ${environment.id}
    and l.integration_id = i.id and l.status <> 'deleted') as links_count,
  m.taken_count, m.read_until as last_read_at, m.next_read_at, m.consecutive_failures`
}

const JOINS = raw(`left join mailboxes m on m.environment_id = i.environment_id and m.id = i.id`)

export const INTEGRATION_SORTS = ['-created_at']

export const { list: listIntegrations } = pagedList<IntegrationRow, IntegrationFilter>({
  table: 'integrations',
  alias: 'i',
  columns: selectColumns,
  joins: JOINS,
  sorts: { created_at: { column: 'i.created_at', type: 'timestamptz' } },
  where: ({ provider, category, status }) =>
    joinConditions([
      provider && sql`i.provider = ${provider}`,
      category && sql`i.category = ${category}`,
      status && sql`i.status = ${status}`,
    ]),
})

export const INTEGRATIONS = recordStore<IntegrationRow>({
  table: 'integrations',
  alias: 'i',
  columns: selectColumns,
  joins: JOINS,
  noun: 'integration',
  missing: 'integration_not_found',
})

export async function insertIntegration(
  ctx: Context,
  columns: Record<string, unknown>,
): Promise<void> {
  const row = { created_by: ctx.actor.name, ...columns }
  await ctx.db.run(sql`
    insert into integrations ${inserted({ environment_id: ctx.environment.id, ...row })}`)
}

/** The newest integration with a provider that can be called; null for none. */
export async function findUsable(ctx: Context, provider: string): Promise<IntegrationRow | null> {
  return ctx.db.row<IntegrationRow>(sql`
    select ${selectColumns(ctx)} from integrations i ${JOINS}
    where i.environment_id = ${ctx.environment.id} and i.provider = ${provider}
      and i.status in ('active', 'error')
    order by i.is_synthetic, i.status, i.created_at desc, i.id desc limit 1`)
}

/** Notes how the last call for it ended; one that succeeds shows that its credentials are right. */
export async function noteUse(
  ctx: Context,
  id: string,
  fault: { code: string; message: string } | null,
): Promise<void> {
  await ctx.db.run(sql`
    update integrations set last_used_at = now(), last_error = ${fault && json(fault)},
      status = case when status = 'error' and ${fault === null} then 'active' else status end
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}
