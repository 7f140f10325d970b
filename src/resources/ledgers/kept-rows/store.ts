import { ROWS_FORMAT } from '../../../core/analytics/ledger/rows/bytes.ts'
import type { MissingAccount } from '../../../core/values/account.ts'
import type { Context } from '../../../platform/context.ts'
import { json, sql } from '../../../platform/db/sql.ts'

/** What is kept of a submission's rows. */
export interface KeptRows {
  /** Compressed. */
  body: Uint8Array
  /** Accounts that the rows speak of; null where they were not kept. */
  missingAccounts: readonly MissingAccount[] | null
}

/** What is kept of the rows of a submission at a version of its data; null when nothing is. */
export async function findKeptRows(
  ctx: Context,
  submissionId: string,
  dataVersion: number,
): Promise<KeptRows | null> {
  // As hexadecimal digits, which is how bytes come else, they would be half as long again.
  const row = await ctx.db.row<Omit<KeptRows, 'body'> & { body: string }>(sql`
    select encode(body, 'base64') as body, missing_accounts from kept_rows
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and data_version = ${dataVersion} and format = ${ROWS_FORMAT}`)
  return row && { ...row, body: Buffer.from(row.body, 'base64') }
}

/** Keeps the rows in place of those of an earlier version; nothing when there is a later one. */
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
