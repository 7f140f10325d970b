import type { Credential } from '../../core/values/access/actor.ts'
import type { Context } from '../../platform/context.ts'
import { raw, sql, type Sql } from '../../platform/db/sql.ts'

export interface Period {
  startDate: string
  endDate: string
  apiKeyId: string | null
}

export interface CallRow {
  period: string
  apiKeyId: string
  credentialKind: Credential['kind']
  method: string
  path: string
  calls: number
  errors: number
  durations: number[]
}

/** Calls of the period by day (or month), key and endpoint. */
export async function listCalls(
  ctx: Context,
  period: Period,
  granularity: 'day' | 'month',
): Promise<CallRow[]> {
  return ctx.db.rows<CallRow>(sql`
    select to_char(date, ${getDateFormat(granularity)}) as period, api_key_id, credential_kind,
      method, path, calls, errors, durations
    from usage_calls
    where environment_id = ${ctx.environment.id} and date between ${period.startDate} and ${period.endDate}
      and (${period.apiKeyId}::uuid is null or api_key_id = ${period.apiKeyId})`)
}

export interface CounterRow {
  period: string
  name: string
  value: number
}

export async function listCounters(
  ctx: Context,
  period: Period,
  granularity: 'day' | 'month',
): Promise<CounterRow[]> {
  return ctx.db.rows<CounterRow>(sql`
    select to_char(date, ${getDateFormat(granularity)}) as period, split_part(name, '/', 1) as name,
      sum(value)::bigint as value
    from usage_counters
    where environment_id = ${ctx.environment.id} and date between ${period.startDate} and ${period.endDate}
    group by 1, 2`)
}

export async function findStorage(ctx: Context): Promise<{ bytes: number; files: number }> {
  const row = await ctx.db.row<{ bytes: number; files: number }>(sql`
    select coalesce(sum(size_bytes), 0)::bigint as bytes, count(*) as files from (
      (select distinct on (storage_key) size_bytes from documents where environment_id = ${ctx.environment.id})
      union all
      select size_bytes from broker_files
      where environment_id = ${ctx.environment.id} and storage_key is not null
    ) stored`)
  return row!
}

/** Names of the keys of the environment, and of these sessions and grants. */
export async function listCredentialNames(
  ctx: Context,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return ctx.db.rows(sql`
    select id, name from api_keys where environment_id = ${ctx.environment.id}
    union all
    select id, name from system_credential_names(${ctx.environment.tenantId}::uuid, ${[...ids]}::uuid[])`)
}

/** The first day of this month and today, by the database's clock. */
export async function findCurrentMonth(
  ctx: Context,
): Promise<{ startDate: string; endDate: string }> {
  const row = await ctx.db.row<{ startDate: string; endDate: string }>(
    sql`select date_trunc('month', current_date)::date as start_date, current_date as end_date`,
  )
  return row!
}

function getDateFormat(granularity: 'day' | 'month'): Sql {
  return raw(granularity === 'day' ? "'YYYY-MM-DD'" : "'YYYY-MM'")
}
