import type { Position } from '../../../core/values/position.ts'
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

export async function listPositions(
  ctx: Context,
  submissionId: string,
): Promise<{ id: string; body: Position; currency: string | null }[]> {
  return ctx.db.rows(sql`
    select p.id, p.body, a.currency
    from positions p
    left join accounts a
      on a.environment_id = p.environment_id and a.id::text = p.body -> 'accountIds' ->> 0
    where p.environment_id = ${ctx.environment.id} and p.submission_id = ${submissionId}
    order by p.id`)
}
