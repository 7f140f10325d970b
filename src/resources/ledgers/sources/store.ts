import type { SourceFacts, SourceRow, SourceStatement } from '../../../core/analytics/documents.ts'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

interface Candidate extends SourceStatement {
  isCopied: boolean
  hasFeed: boolean
}

/**
 * Statements and rows that two sources cover: two printed statements, or a statement and a feed or
 * export of the same account. Without overlap this costs one small query.
 */
export async function listSources(ctx: Context, submissionId: string): Promise<SourceFacts> {
  const candidates = await listCandidates(ctx, submissionId)
  const statements = candidates.filter(({ isCopied, hasFeed }) => isCopied || hasFeed)
  if (statements.length === 0) return { statements: [], rows: [] }
  const accountIds = statements.filter(({ hasFeed }) => hasFeed).map(({ accountId }) => accountId)
  const statementIds = statements.map(({ id }) => id)
  return { statements, rows: await listRows(ctx, submissionId, { statementIds, accountIds }) }
}

/** Included printed statements, with whether a feed or another statement covers them. */
async function listCandidates(ctx: Context, submissionId: string): Promise<Candidate[]> {
  return ctx.db.rows<Candidate>(sql`
    with printed as (
      select s.id, s.account_id, s.document_id, s.start_date, s.end_date, s.opening_balance,
        s.closing_balance, s.reconciliation_status
      from statements s
      join documents d on d.environment_id = s.environment_id and d.id = s.document_id and d.is_included
      join data_sources o on o.environment_id = s.environment_id and o.document_id = s.document_id
        and o.type = 'pdf'
      where s.environment_id = ${ctx.environment.id} and s.submission_id = ${submissionId}
        and s.is_included and s.start_date is not null and s.end_date is not null
        and not s.derived_edges && array['startDate', 'endDate']),
    fed as (
      select distinct p.account_id from (select distinct account_id from printed) p
      join data_sources o on o.environment_id = ${ctx.environment.id}
        and o.submission_id = ${submissionId} and o.type <> 'pdf' and o.is_included
      where exists (
        select from transactions t
        where t.environment_id = o.environment_id and t.data_source_id = o.id
          and t.account_id = p.account_id))
    select p.*, exists (select from fed f where f.account_id = p.account_id) as has_feed,
      exists (select from printed c
        where c.account_id = p.account_id and c.start_date = p.start_date
          and c.end_date = p.end_date and c.document_id <> p.document_id) as is_copied
    from printed p order by p.start_date, p.document_id, p.id`)
}

async function listRows(
  ctx: Context,
  submissionId: string,
  { statementIds, accountIds }: { statementIds: string[]; accountIds: string[] },
): Promise<SourceRow[]> {
  return ctx.db.rows<SourceRow>(sql`
    select t.id, t.account_id, t.document_id, t.statement_id, o.type = 'pdf' as is_printed, t.date,
      t.amount, t.currency
    from transactions t
    join data_sources o on o.environment_id = t.environment_id and o.id = t.data_source_id
      and o.is_included
    left join documents d on d.environment_id = t.environment_id and d.id = t.document_id
    left join statements s on s.environment_id = t.environment_id and s.id = t.statement_id
    where t.environment_id = ${ctx.environment.id} and t.submission_id = ${submissionId}
      and not t.is_pending and d.is_included is not false and s.is_included is not false
      and (t.statement_id = any(${statementIds}::uuid[]) or t.account_id = any(${accountIds}::uuid[]))
    order by t.date, t.position, t.id`)
}
