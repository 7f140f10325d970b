import { ROWS_FORMAT } from '../../../core/analytics/ledger/rows/bytes.ts'
import type { MissingAccount } from '../../../core/values/account.ts'
import type { Context } from '../../../platform/context.ts'
import { json, sql } from '../../../platform/db/sql.ts'

/** What is kept of a submission's rows. */
export interface KeptRows {
  /** Compressed. */
  body: Uint8Array
  /** Missing accounts that the rows mention; null where not stored. */
  missingAccounts: readonly MissingAccount[] | null
}

/** The kept rows of a submission at a version of its data; null when there are none. */
export async function findKeptRows(
  ctx: Context,
  submissionId: string,
  dataVersion: number,
): Promise<KeptRows | null> {
  // Base64, since the default hexadecimal text of bytea is half as long again.
  const row = await ctx.db.row<Omit<KeptRows, 'body'> & { body: string }>(sql`
    select encode(body, 'base64') as body, missing_accounts from kept_rows
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and data_version = ${dataVersion} and format = ${ROWS_FORMAT}`)
  return row && { ...row, body: Buffer.from(row.body, 'base64') }
}

/** Replaces the rows of an earlier version; does nothing when the data has a later one. */
export async function upsertKeptRows(
  ctx: Context,
  submissionId: string,
  { dataVersion, body, missingAccounts }: KeptRows & { dataVersion: number },
): Promise<void> {
  await ctx.db.run(sql`
    insert into kept_rows as k (environment_id, submission_id, data_version, format, body, missing_accounts)
    select environment_id, id, ${dataVersion}, ${ROWS_FORMAT}, ${body}, ${json(missingAccounts)}::jsonb
    from submissions
    where environment_id = ${ctx.environment.id} and id = ${submissionId}
      and data_version = ${dataVersion}
    on conflict (environment_id, submission_id) do update
    set data_version = excluded.data_version, format = excluded.format, body = excluded.body,
      missing_accounts = excluded.missing_accounts`)
}
