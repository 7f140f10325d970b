import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

/** A report as it is kept. */
export interface KeptReport {
  name: string
  /** Of all that the bytes depend on besides the data. */
  key: string
  /** Compressed. */
  body: Uint8Array
}

/** Where a report is kept, and of which data. */
export interface KeptPlace {
  submissionId: string
  dataVersion: number
}

/** The compressed bytes of a report at a version of the data; null when it is not kept. */
export async function findKeptReport(
  ctx: Context,
  { submissionId, dataVersion }: KeptPlace,
  { name, key }: Omit<KeptReport, 'body'>,
): Promise<Uint8Array | null> {
  // Base64, since the default hexadecimal text of bytea is half as long again.
  const row = await ctx.db.row<{ body: string }>(sql`
    select encode(body, 'base64') as body from kept_reports
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and report = ${name} and data_version = ${dataVersion} and key = ${key}`)
  return row && Buffer.from(row.body, 'base64')
}

/** Replaces reports of an earlier state; does nothing when the data has a later version. */
export async function upsertKeptReports(
  ctx: Context,
  { submissionId, dataVersion }: KeptPlace,
  reports: readonly KeptReport[],
): Promise<void> {
  const names = reports.map(({ name }) => name)
  const keys = reports.map(({ key }) => key)
  const bodies = reports.map(({ body }) => Buffer.from(body).toString('base64'))
  await ctx.db.run(sql`
    insert into kept_reports (environment_id, submission_id, report, data_version, key, body)
    select s.environment_id, s.id, r.name, ${dataVersion}, r.key, decode(r.body, 'base64')
    from submissions s, unnest(${names}::text[], ${keys}::text[], ${bodies}::text[]) as r (name, key, body)
    where s.environment_id = ${ctx.environment.id} and s.id = ${submissionId}
      and s.data_version = ${dataVersion}
    on conflict (environment_id, submission_id, report) do update
    set data_version = excluded.data_version, key = excluded.key, body = excluded.body`)
}
