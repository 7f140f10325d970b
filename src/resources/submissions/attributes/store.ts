import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface StatedAccountRow {
  id: string
  institutionName: string | null
  holderNames: string[]
  last4: string | null
  routingNumber: string | null
  type: string
  currency: string
  createdAt: string
  /** The document with the account's latest statement; null for accounts the client gave. */
  documentId: string | null
  page: number | null
}

export async function listStatedAccounts(
  ctx: Context,
  submissionId: string,
): Promise<StatedAccountRow[]> {
  return ctx.db.rows<StatedAccountRow>(sql`
    select a.id, a.institution_name, a.holder_names, a.last4, a.routing_number, a.type, a.currency,
      a.created_at, s.document_id, s.page_start as page
    from accounts a
    left join lateral (
      select document_id, page_start from statements
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
        and account_id = a.id
      order by end_date desc nulls last, id limit 1) s on true
    where a.environment_id = ${ctx.environment.id} and a.submission_id = ${submissionId}
      and a.merged_into is null
    order by a.created_at, a.id`)
}
