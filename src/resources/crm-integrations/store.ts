import type { FieldMapping, Direction, ObjectConfig } from '../../core/crm/mapping.ts'
import type { ProviderName } from '../../core/crm/providers.ts'
import type { ValueMapping } from '../../core/crm/transforms.ts'
import type { Context, Environment, House } from '../../platform/context.ts'
import { sealedColumn } from '../../platform/crypto/sealed-column.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { recordStore } from '../../platform/db/record-store.ts'
import { inserted, joinConditions, raw, sql } from '../../platform/db/sql.ts'
import type { CrmToken, RemoteField, RestSettings } from '../../providers/provider.ts'

export const STATUSES = ['pending', 'active', 'error', 'disabled'] as const
export type IntegrationStatus = (typeof STATUSES)[number]

/** What begins a sync by itself. */
export const TRIGGERS = [
  'manual',
  'on_created',
  'on_processed',
  'on_stage_change',
  'schedule',
] as const
export type CrmTrigger = (typeof TRIGGERS)[number]

export interface Schedule {
  cron: string
  timezone: string
}

export interface CrmConfig {
  /** Null for the vendor's own. */
  baseUrl: string | null
  isSandbox: boolean
  objectConfigs: ObjectConfig[]
  direction: Direction
  trigger: CrmTrigger
  schedule: Schedule | null
  rest: RestSettings | null
}

export interface IntegrationFault {
  code: string
  message: string
  at: string
}

/** The objects and fields of a CRM, as they were read. */
export type RemoteFields = Record<string, RemoteField[]>

export interface IntegrationRow {
  id: string
  provider: ProviderName
  name: string
  status: IntegrationStatus
  credentialsSealed: string | null
  tokenSealed: string | null
  tokenAwaitedUntil: string | null
  config: CrmConfig
  fieldMappings: FieldMapping[]
  valueMappings: ValueMapping[]
  pausedUntil: string | null
  pulledUntil: string | null
  remoteFields: RemoteFields | null
  remoteFieldsAt: string | null
  error: IntegrationFault | null
  createdAt: string
  updatedAt: string
}

export const CRM_CREDENTIALS = sealedColumn({
  table: 'crm_integrations',
  column: 'credentials_sealed',
  holds: 'the credentials of a CRM',
  place: 'crm_integrations/credentials',
  boundTo: ['id'],
})

export const CRM_TOKEN = sealedColumn({
  table: 'crm_integrations',
  column: 'token_sealed',
  holds: 'the token that a CRM gave for the credentials',
  place: 'crm_integrations/token',
  boundTo: ['id'],
})

const COLUMNS = raw(`id, provider, name, status, credentials_sealed, token_sealed,
  token_awaited_until, config, field_mappings, value_mappings, paused_until, pulled_until,
  remote_fields, remote_fields_at, error, created_at, updated_at`)

export const INTEGRATIONS = recordStore<IntegrationRow>({
  table: 'crm_integrations',
  columns: COLUMNS,
  noun: 'CRM integration',
  missing: 'crm_integration_not_found',
})

export const INTEGRATION_SORTS = ['-created_at', 'created_at', 'name']

export const { list: listIntegrations } = pagedList<
  IntegrationRow,
  { provider?: string; status?: string }
>({
  table: 'crm_integrations',
  columns: COLUMNS,
  sorts: {
    created_at: { column: 'created_at', type: 'timestamptz' },
    name: { column: 'name', type: 'text' },
  },
  where: (filter) =>
    joinConditions([
      filter.provider && sql`provider = ${filter.provider}`,
      filter.status && sql`status = ${filter.status}`,
    ]),
})

export async function insertIntegration(
  ctx: Context,
  columns: Record<string, unknown>,
): Promise<void> {
  await ctx.db.run(sql`
    insert into crm_integrations ${inserted({ environment_id: ctx.environment.id, ...columns })}`)
}

export async function countIntegrations(ctx: Context): Promise<number> {
  const row = await ctx.db.row<{ count: number }>(sql`
    select count(*)::integer as count from crm_integrations
    where environment_id = ${ctx.environment.id}`)
  return row!.count
}

/** Whether an id names an integration that may be written to. */
export async function isConnected(ctx: Context, id: string): Promise<boolean> {
  const row = await ctx.db.row(sql`
    select id from crm_integrations
    where environment_id = ${ctx.environment.id} and id::text = ${id} and status <> 'disabled'`)
  return row !== null
}

/** Those that a trigger begins a sync of. */
export async function listTriggered(
  ctx: Context,
  trigger: CrmTrigger,
): Promise<{ id: string; direction: Direction }[]> {
  return ctx.db.rows(sql`
    select id, config ->> 'direction' as direction from crm_integrations
    where environment_id = ${ctx.environment.id} and config ->> 'trigger' = ${trigger}
      and status <> 'disabled' and config ->> 'direction' <> 'pull'
    order by id`)
}

export interface PlacedIntegration {
  environment: Environment
  id: string
}

/** Those whose schedule is due, of all environments. */
export async function listDue(house: House, batch: number): Promise<PlacedIntegration[]> {
  const rows = await house.database.withSystem((db) =>
    db.rows<{ environmentId: string; tenantId: string; mode: 'live' | 'test'; id: string }>(
      sql`select * from system_due_crm_integrations(${batch})`,
    ),
  )
  return rows.map(({ environmentId, tenantId, mode, id }) => ({
    environment: { id: environmentId, tenantId, mode },
    id,
  }))
}

/** Whether its schedule is still due, now that the row is held. */
export async function isDue(ctx: Context, id: string): Promise<boolean> {
  const row = await ctx.db.row(sql`
    select id from crm_integrations
    where environment_id = ${ctx.environment.id} and id = ${id} and next_fire_at <= now()
      and status <> 'disabled'`)
  return row !== null
}

type Sealing = Pick<Context, 'house' | 'environment'>

export type Credentials = Record<string, string>

/** None for an integration without any. */
export function openCredentials(
  ctx: Sealing,
  { id, credentialsSealed }: Pick<IntegrationRow, 'id' | 'credentialsSealed'>,
): Credentials {
  if (credentialsSealed === null) return {}
  return JSON.parse(CRM_CREDENTIALS.at(ctx, id).open(credentialsSealed)) as Credentials
}

export function openToken(
  ctx: Sealing,
  { id, tokenSealed }: Pick<IntegrationRow, 'id' | 'tokenSealed'>,
): CrmToken | null {
  if (tokenSealed === null) return null
  return JSON.parse(CRM_TOKEN.at(ctx, id).open(tokenSealed)) as CrmToken
}
