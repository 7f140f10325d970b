import type { Context } from '../../../platform/context.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { recordStore } from '../../../platform/db/record-store.ts'
import { joinConditions, raw, sql, type Sql } from '../../../platform/db/sql.ts'

export type SourceStatus = 'active' | 'syncing' | 'disabled' | 'error'

export interface DataSourceRow {
  id: string
  submissionId: string
  type: 'pdf' | 'api' | 'csv' | 'integration_link' | 'file_export'
  provider: string
  externalId: string | null
  name: string
  status: SourceStatus
  documentId: string | null
  linkId: string | null
  isIncluded: boolean
  institutionName: string | null
  startDate: string | null
  endDate: string | null
  accountsCount: number
  transactionsCount: number
  lastSyncedAt: string | null
  error: { code: string; message: string } | null
  createdAt: string
  updatedAt: string
}

/** The status of a file's source follows from its document's status. */
const STATUS = raw(`case when o.status = 'disabled' then 'disabled'
  when d.status in ('uploaded', 'classifying', 'classified', 'queued', 'parsing') then 'syncing'
  when d.status = 'failed' then 'error' else o.status end`)

const COLUMNS = sql`${raw(`o.id, o.submission_id, o.type, o.provider, o.external_id, o.name, o.document_id, o.link_id,
  coalesce(d.is_included, o.is_included) as is_included,
  coalesce(o.institution_name, d.institution_name) as institution_name,
  coalesce(d.period_start, r.first_date) as start_date, coalesce(d.period_end, r.last_date) as end_date,
  n.accounts_count, r.transactions_count, coalesce(o.last_synced_at, d.parsed_at, r.last_created) as last_synced_at,
  case when d.status = 'failed' then jsonb_build_object('code', d.error_code, 'message', d.error_message) else o.error end
    as error,
  o.created_at, greatest(o.updated_at, d.updated_at) as updated_at`)}, ${STATUS} as status`

const DOCUMENT = sql`left join documents d
  on d.environment_id = o.environment_id and d.id = o.document_id`

/** Counts per source; an account with a statement but no row counts too. */
const selectTallies = ({ environment }: Context): Sql => sql`cross join lateral (
    select count(*) as transactions_count, min(date) as first_date, max(date) as last_date, max(created_at) as last_created
    from transactions where environment_id = ${environment.id} and data_source_id = o.id) r
  cross join lateral (
    select count(*) as accounts_count from (
      select account_id from transactions where environment_id = ${environment.id} and data_source_id = o.id
      union
      select account_id from statements where environment_id = ${environment.id} and data_source_id = o.id) own) n`

export interface DataSourceFilter {
  submissionId: string
  type?: string | undefined
  provider?: string | undefined
  status?: string | undefined
}

export const DATA_SOURCE_SORTS = ['-created_at']

export const { list: listDataSources } = pagedList<DataSourceRow, DataSourceFilter>({
  table: 'data_sources',
  alias: 'o',
  columns: COLUMNS,
  joins: DOCUMENT,
  lookups: selectTallies,
  sorts: { created_at: { column: 'o.created_at', type: 'timestamptz' } },
  where: buildConditions,
})

function buildConditions({ submissionId, type, provider, status }: DataSourceFilter): Sql {
  return joinConditions([
    sql`o.submission_id = ${submissionId}`,
    type && sql`o.type = ${type}`,
    provider && sql`o.provider = ${provider}`,
    status && sql`${STATUS} = ${status}`,
  ])
}

export const {
  get: getDataSource,
  update: updateDataSource,
  remove: deleteDataSource,
} = recordStore<DataSourceRow>({
  table: 'data_sources',
  alias: 'o',
  columns: COLUMNS,
  joins: (ctx) => sql`${DOCUMENT} ${selectTallies(ctx)}`,
  noun: 'data source',
  missing: 'data_source_not_found',
})

/** The stored status, whatever its document's; null when there is no such source. */
export async function findStoredStatus(ctx: Context, id: string): Promise<SourceStatus | null> {
  const row = await ctx.db.row<{ status: SourceStatus }>(sql`
    select status from data_sources where environment_id = ${ctx.environment.id} and id = ${id}`)
  return row?.status ?? null
}

export async function upsertDocumentSource(
  ctx: Context,
  source: { id: string; submissionId: string; name: string; type: string; provider: string },
): Promise<void> {
  const { id, submissionId, name, type, provider } = source
  await ctx.db.run(sql`
    insert into data_sources (environment_id, id, submission_id, type, provider, name, document_id)
    values (${ctx.environment.id}, ${id}, ${submissionId}, ${type}, ${provider}, ${name}, ${id})
    on conflict (environment_id, id) do update
    set type = excluded.type, provider = excluded.provider, updated_at = excluded.updated_at`)
}

export async function findManualSource(
  ctx: Context,
  submissionId: string,
): Promise<{ id: string; status: SourceStatus } | null> {
  return ctx.db.row(sql`
    select id, status from data_sources
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and provider = 'manual'`)
}

export async function insertManualSource(
  ctx: Context,
  { id, submissionId }: { id: string; submissionId: string },
): Promise<void> {
  await ctx.db.run(sql`
    insert into data_sources (environment_id, id, submission_id, type, provider, name)
    values (${ctx.environment.id}, ${id}, ${submissionId}, 'api', 'manual', 'API')`)
}
