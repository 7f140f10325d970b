import { ROWS_FORMAT } from '../../../core/analytics/ledger/rows/bytes.ts'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

/** The compressed rows of a submission at a version of its data; null when none are kept. */
export async function findKeptRows(
  ctx: Context,
  submissionId: string,
  dataVersion: number,
): Promise<Buffer | null> {
  const row = await ctx.db.row<{ body: Buffer }>(sql`
    select body from kept_rows
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and data_version = ${dataVersion} and format = ${ROWS_FORMAT}`)
  return row?.body ?? null
}

/** Keeps the rows in place of those of an earlier version; nothing when there is a later one. */
export async function upsertKeptRows(
  ctx: Context,
  submissionId: string,
  { dataVersion, body }: { dataVersion: number; body: Uint8Array },
): Promise<void> {
  await ctx.db.run(sql`
    insert into kept_rows as k (environment_id, submission_id, data_version, format, body)
    select environment_id, id, ${dataVersion}, ${ROWS_FORMAT}, ${body} from submissions
    where environment_id = ${ctx.environment.id} and id = ${submissionId}
      and data_version = ${dataVersion}
    on conflict (environment_id, submission_id) do update
    set data_version = excluded.data_version, format = excluded.format, body = excluded.body`)
}
