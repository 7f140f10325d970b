import type {
  RepeatedStatement,
  SourceFacts,
  SourceRow,
  SourceStatement,
} from '../../../core/analytics/documents.ts'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

interface Candidate extends SourceStatement {
  isCopied: boolean
  hasFeed: boolean
}

/**
 * Statements and rows that two sources cover: two printed statements, or a statement and a feed or
 * export of the same account. Without overlap this costs two small queries, of one statement one.
 */
export async function listSources(ctx: Context, submissionId: string): Promise<SourceFacts> {
  const candidates = await listCandidates(ctx, submissionId)
  const statements = candidates.filter(({ isCopied, hasFeed }) => isCopied || hasFeed)
  const repeats = candidates.length < 2 ? [] : await listRepeats(ctx, submissionId)
  if (statements.length === 0) return { statements: [], rows: [], repeats }
  const accountIds = statements.filter(({ hasFeed }) => hasFeed).map(({ accountId }) => accountId)
  const statementIds = statements.map(({ id }) => id)
  return {
    statements,
    repeats,
    rows: await listRows(ctx, submissionId, { statementIds, accountIds }),
  }
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

/** Pixels of a page that the readings of one print may be apart. */
const PLACE_APART = 4

/** Printed statements of which another document's repeats the rows, in whatever account. */
async function listRepeats(ctx: Context, submissionId: string): Promise<RepeatedStatement[]> {
  return ctx.db.rows<RepeatedStatement>(sql`
    select k.account_id, k.document_id, coalesce(k.end_date, s.end_date) as end_date,
      s.document_id as copy_document_id, a.name as copy_account_name,
      k.account_id = s.account_id as is_one_account, r.is_other_layout
    from statements s
    join statements k on k.environment_id = s.environment_id and k.id = s.duplicate_of
    join accounts a on a.environment_id = s.environment_id and a.id = s.account_id
    join documents d on d.environment_id = s.environment_id and d.id = s.document_id
    join documents e on e.environment_id = s.environment_id and e.id = k.document_id
    cross join lateral (
      select count(*) as rows, coalesce(bool_or(
          abs(t.box[1] - o.box[1]) > ${PLACE_APART} or abs(t.box[2] - o.box[2]) > ${PLACE_APART})
        and d.facts -> 'hasTextLayer' = 'true' and e.facts -> 'hasTextLayer' = 'true', false)
        as is_other_layout
      from transactions t
      join transactions o on o.environment_id = ${ctx.environment.id} and o.id = t.duplicate_of
      where t.environment_id = ${ctx.environment.id} and t.statement_id = s.id
        and o.statement_id = k.id) r
    where s.environment_id = ${ctx.environment.id} and s.submission_id = ${submissionId}
      and s.duplicate_of is not null and s.is_included and d.is_included
      and r.rows = s.transactions_count and r.rows > 0
    order by 3, s.document_id, s.id`)
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
