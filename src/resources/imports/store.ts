import type { Context } from '../../platform/context.ts'
import { recordStore } from '../../platform/db/record-store.ts'
import { inserted, json, raw, sql } from '../../platform/db/sql.ts'
import type { ImportResult } from './keep/result.ts'
import type { ImportOptions, ImportStatus } from './schemas.ts'

export interface ImportRow {
  id: string
  submissionId: string
  provider: string
  format: string
  status: ImportStatus
  dataSourceId: string | null
  documentId: string | null
  options: ImportOptions
  result: ImportResult | null
  createdAt: string
  finishedAt: string | null
}

export const { get: getImport } = recordStore<ImportRow>({
  table: 'imports',
  alias: 'i',
  columns: raw(`i.id, i.submission_id, i.provider, i.format, i.status, i.data_source_id,
    i.document_id, i.options, i.result, i.created_at, i.finished_at`),
  noun: 'import',
  missing: 'import_not_found',
})

export interface NewImport {
  id: string
  submissionId: string
  provider: string
  format: string
  documentId: string
  options: ImportOptions
}

export async function insertImport(ctx: Context, own: NewImport): Promise<void> {
  const row = {
    id: own.id,
    submission_id: own.submissionId,
    provider: own.provider,
    format: own.format,
    status: 'queued',
    document_id: own.documentId,
    options: json(own.options),
    created_by: ctx.actor.name,
  }
  const environment_id = ctx.environment.id
  await ctx.db.run(sql`insert into imports ${inserted({ environment_id, ...row })}`)
}

export async function updateRunning(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    update imports set status = 'running'
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

export async function updateFinished(
  ctx: Context,
  id: string,
  { status, result }: { status: ImportStatus; result: ImportResult },
): Promise<void> {
  await ctx.db.run(sql`
    update imports set status = ${status}, result = ${json(result)}, finished_at = now(),
      data_source_id = ${result.dataSourceId}
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** An import of the provider into the submission that has not ended; null for none. */
export async function findUnfinished(
  ctx: Context,
  submissionId: string,
  provider: string,
): Promise<string | null> {
  const row = await ctx.db.row<{ id: string }>(sql`
    select id from imports
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and provider = ${provider} and status in ('queued', 'running')
    limit 1`)
  return row?.id ?? null
}

/** Rows that imports of these sources have made since. */
export async function countImported(
  ctx: Context,
  dataSourceIds: readonly string[],
  since: string,
): Promise<number> {
  const row = await ctx.db.row<{ count: number }>(sql`
    select coalesce(sum((result->>'transactionsCreated')::int), 0)::int as count from imports
    where environment_id = ${ctx.environment.id} and data_source_id = any(${dataSourceIds})
      and created_at >= ${since}`)
  return row!.count
}
