import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { DocumentState } from '../../pipeline/status-stages.ts'

export async function listDocumentStates(
  ctx: Context,
  submissionId: string,
): Promise<DocumentState[]> {
  return ctx.db.rows<DocumentState>(sql`
    select id, filename, document_class, status, progress, page_count, error_code, created_at,
      classification ->> 'classifiedAt' as classified_at, parsed_at
    from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
    order by created_at, id`)
}

export interface ContentCounts {
  statements: number
  unreconciledStatements: number
  transactions: number
  positions: number
}

export async function countContent(ctx: Context, submissionId: string): Promise<ContentCounts> {
  const environmentId = ctx.environment.id
  const row = await ctx.db.row<ContentCounts>(sql`
    select s.statements, s.unreconciled_statements, t.transactions, p.positions
    from (
      select count(*) as statements,
        count(*) filter (where reconciliation_status = 'unreconciled') as unreconciled_statements
      from statements
      where environment_id = ${environmentId} and submission_id = ${submissionId}) s,
      (select count(*) as transactions from transactions
        where environment_id = ${environmentId} and submission_id = ${submissionId}) t,
      (select count(*) as positions from positions
        where environment_id = ${environmentId} and submission_id = ${submissionId}) p`)
  return row!
}
