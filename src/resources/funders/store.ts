import type { Context } from '../../platform/context.ts'
import { json, raw, sql } from '../../platform/db/sql.ts'
import type { ApiConfig } from './api-config.ts'
import type { FunderPatch } from './schemas.ts'

/** Everything of a tenant's own funder; of a registry funder what the tenant changed. */
export type FunderBody = Omit<FunderPatch, 'name' | 'metadata' | 'apiConfig'> & {
  apiConfig?: ApiConfig | null
}

export interface FunderRow {
  id: string
  name: string
  isGlobal: boolean
  body: FunderBody
  /** Of the intake in the body's `apiConfig`. */
  apiHeadersSealed: string | null
  metadata: Record<string, unknown>
  createdAt: string
  updatedAt: string
}

const COLUMNS = raw(
  'id, name, is_global, body, api_headers_sealed, metadata, created_at, updated_at',
)

/** The tenant's own funders and its layers over those of the registry. */
export async function listFunderRows(ctx: Context): Promise<FunderRow[]> {
  return ctx.db.rows<FunderRow>(sql`
    select ${COLUMNS} from funders where environment_id = ${ctx.environment.id} order by name`)
}

/** Makes the row, or changes what is given: fields of its body, metadata, headers. */
export async function upsertFunder(
  ctx: Context,
  own: Pick<FunderRow, 'id' | 'name' | 'isGlobal' | 'body'> & {
    metadata?: object | undefined
    apiHeadersSealed?: string | null | undefined
  },
): Promise<void> {
  const { id, name, isGlobal, body, metadata, apiHeadersSealed } = own
  const given = json(metadata)
  await ctx.db.run(sql`
    insert into funders (environment_id, id, name, is_global, body, metadata, api_headers_sealed)
    values (${ctx.environment.id}, ${id}, ${name}, ${isGlobal}, ${json(body)}::jsonb, coalesce(${given}::jsonb, '{}'),
      ${apiHeadersSealed ?? null})
    on conflict (environment_id, id) do update
    set name = excluded.name, body = funders.body || excluded.body,
      api_headers_sealed = case when ${apiHeadersSealed === undefined} then funders.api_headers_sealed
        else excluded.api_headers_sealed end,
      metadata = coalesce(${given}::jsonb, funders.metadata), updated_at = excluded.updated_at`)
}

/** Its policies go with it. */
export async function deleteFunder(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    delete from funders where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** What became of the submissions of one funder. */
export interface FunderStats {
  funderId: string
  submitted: number
  approved: number
  declined: number
  funded: number
  linked: number
  medianResponseHours: number | null
}

/** By funder; those without submissions are absent. */
export async function statsByFunder(ctx: Context): Promise<Map<string, FunderStats>> {
  const rows = await ctx.db.rows<FunderStats>(sql`
    select funder_id, count(*) as linked, count(*) filter (where sent_at is not null) as submitted,
      count(*) filter (where status in ('offered', 'accepted', 'funded')) as approved,
      count(*) filter (where status = 'declined') as declined,
      count(*) filter (where status = 'funded') as funded,
      round((percentile_cont(0.5) within group (order by extract(epoch from responded_at - sent_at)) / 3600)::numeric, 1)::float8
        as median_response_hours
    from funder_submissions where environment_id = ${ctx.environment.id}
    group by funder_id`)
  return new Map(rows.map((row) => [row.funderId, row]))
}

/** How many policies each funder has, and how many of them are active. */
export async function countPolicies(
  ctx: Context,
): Promise<Map<string, { count: number; active: number }>> {
  const rows = await ctx.db.rows<{ funderId: string; count: number; active: number }>(sql`
    select funder_id, count(*) as count, count(*) filter (where is_active) as active
    from funder_policies where environment_id = ${ctx.environment.id} group by funder_id`)
  return new Map(rows.map(({ funderId, ...counts }) => [funderId, counts]))
}
