import type { Reconciliation, StatementSection } from '../../../core/statements/statement.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Cents } from '../../../core/values/money.ts'
import type { Problem } from '../../../core/values/problem.ts'
import type { Context } from '../../../platform/context.ts'
import {
  allOf,
  keysetOf,
  toPage,
  type Page,
  type PageRequest,
  type SortKeys,
} from '../../../platform/db/page.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface ParsedDocumentRow {
  id: string
  documentClass: string | null
  documentSubtype: string | null
  status: string
  errorCode: string | null
  parsedAt: string | null
  problems: Problem[]
}

export interface ParsedStatementRow {
  id: string
  documentId: string
  accountId: string
  index: number
  institutionName: string | null
  accountHolderNames: string[]
  accountLast4: string | null
  routingNumber: string | null
  accountType: string
  currency: string
  startDate: PlainDate | null
  endDate: PlainDate | null
  openingBalance: Cents | null
  closingBalance: Cents | null
  printedTotals: {
    credits: Cents | null
    debits: Cents | null
    creditsCount: number | null
    debitsCount: number | null
  }
  averageBalancePrinted: Cents | null
  sections: StatementSection[]
  reconciliation: Reconciliation
  layoutId: string | null
  transactionsCount: number
  pageStart: number | null
  pageEnd: number | null
  isIncluded: boolean
  computedCredits: Cents
  computedDebits: Cents
}

export const PARSED_SORTS = ['created_at']
const SORTS: SortKeys = { created_at: { column: 'created_at', type: 'timestamptz' } }

/** Documents that were read, or that reading failed on. */
export async function listParsedDocuments(
  ctx: Context,
  submissionId: string,
  wish: { documentClass?: string | undefined; documentId?: string | undefined; page: PageRequest },
): Promise<Page<ParsedDocumentRow>> {
  const { key, after, tail } = keysetOf(wish.page, SORTS)
  const where = allOf([
    sql`(parsed_at is not null or status = 'failed')`,
    wish.documentClass && sql`document_class = ${wish.documentClass}`,
    wish.documentId && sql`id = ${wish.documentId}`,
    after,
  ])
  const rows = await ctx.db.rows<ParsedDocumentRow & { sortKey: string }>(sql`
    select id, document_class, document_subtype, status, error_code, parsed_at, problems, ${key}
    from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId} and ${where}
    ${tail}`)
  return toPage(rows, wish.page, ctx.house.cursors)
}

export async function listParsedStatements(
  ctx: Context,
  documentIds: string[],
): Promise<ParsedStatementRow[]> {
  return ctx.db.rows<ParsedStatementRow>(sql`
    select s.id, s.document_id, s.account_id, s.index, s.institution_name, s.account_last4,
      s.account_type, s.currency, s.start_date, s.end_date, s.opening_balance, s.closing_balance,
      s.printed_totals, s.average_balance_printed, s.sections, s.reconciliation, s.layout_id,
      s.transactions_count, s.page_start, s.page_end, a.holder_names as account_holder_names,
      a.routing_number, a.is_included, t.computed_credits, t.computed_debits
    from statements s
    join accounts a on a.environment_id = s.environment_id and a.id = s.account_id
    cross join lateral (
      select coalesce(sum(amount) filter (where amount > 0), 0)::bigint as computed_credits,
        coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as computed_debits
      from transactions
      where environment_id = ${ctx.environment.id} and statement_id = s.id) t
    where s.environment_id = ${ctx.environment.id} and s.document_id = any(${documentIds}::uuid[])
    order by s.document_id, s.index`)
}
