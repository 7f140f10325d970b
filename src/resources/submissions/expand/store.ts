import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

export async function listDocuments(ctx: Context, submissionId: string): Promise<object[]> {
  return ctx.db.rows(sql`
    select id, filename, display_name, document_class, status, page_count, transactions_count,
      period_start, period_end, error_code, created_at
    from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
    order by created_at, id`)
}

export async function listAccounts(ctx: Context, submissionId: string): Promise<object[]> {
  return ctx.db.rows(sql`
    select id, institution_name, name, last4, type, currency, is_included
    from accounts
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and merged_into is null
    order by created_at, id`)
}
