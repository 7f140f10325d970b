import type { Authenticity } from '../../../core/statements/authenticity/score.ts'
import type { ChainLink } from '../../../core/statements/reconcile/chain.ts'
import type {
  FeesPrinted,
  AccountType,
  DerivedEdge,
  Reconciliation,
  StatementSection,
  TaughtValue,
} from '../../../core/statements/statement.ts'
import type { CurrencySource } from '../../../core/statements/currency/read-currency.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Cents } from '../../../core/values/money.ts'
import type { Problem } from '../../../core/values/problem.ts'
import type { Context } from '../../../platform/context.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { joinConditions, raw, sql, type Sql } from '../../../platform/db/sql.ts'
import { withRoutingNumbers } from '../../records/documents/account-numbers.ts'

export interface ParsedDocumentRow {
  id: string
  documentClass: string | null
  documentSubtype: string | null
  status: string
  errorCode: string | null
  parsedAt: string | null
  problems: Problem[]
  facts: Record<string, unknown> | null
  createdAt: string
}

export interface ParsedStatementRow {
  id: string
  documentId: string
  dataSourceId: string | null
  accountId: string
  index: number
  institutionName: string | null
  accountHolderNames: string[]
  accountHolderAddress: string | null
  accountLast4: string | null
  routingNumber: string | null
  accountType: AccountType
  currency: string
  currencySource: CurrencySource | null
  derivedEdges: DerivedEdge[]
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
  feesPrinted: FeesPrinted | null
  sections: StatementSection[]
  reconciliation: Reconciliation
  layoutId: string | null
  transactionsCount: number
  pageStart: number | null
  pageEnd: number | null
  isIncluded: boolean
  computedCredits: Cents
  computedDebits: Cents
  fingerprint: string | null
  /** Values that follow corrections of an earlier document. */
  taught: TaughtValue[]
  /** Of its document. */
  problems: Problem[]
  authenticity: Authenticity | null
  /** Corrections by people. */
  overrides: { field: string; value: unknown; readValue: unknown; by: string; at: string }[]
  /** The account's included statement before it; null when it is the first. */
  before: ChainLink | null
}

export const PARSED_SORTS = ['created_at']

export interface ParsedFilter {
  submissionId: string
  documentClass?: string | undefined
  documentId?: string | undefined
}

/** Documents that were read or failed. */
export const { list: listParsedDocuments } = pagedList<ParsedDocumentRow, ParsedFilter>({
  table: 'documents',
  columns: raw(
    'id, document_class, document_subtype, status, error_code, parsed_at, problems, facts, created_at',
  ),
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: buildConditions,
})

function buildConditions({ submissionId, documentClass, documentId }: ParsedFilter): Sql {
  return joinConditions([
    sql`submission_id = ${submissionId}`,
    sql`(parsed_at is not null or status = 'failed')`,
    documentClass && sql`document_class = ${documentClass}`,
    documentId && sql`id = ${documentId}`,
  ])
}

/** Overrides show an account number by its last four digits. */
const MASKED_VALUE = masked('value')
const MASKED_READ_VALUE = masked('read_value')

function masked(column: string): Sql {
  return raw(
    `case when field = 'account_number' then to_jsonb('****' || (${column} ->> 'last4')) else ${column} end`,
  )
}

export async function listParsedStatements(
  ctx: Context,
  documentIds: string[],
): Promise<ParsedStatementRow[]> {
  const rows = await ctx.db.rows<ParsedStatementRow & { routingSealed: string | null }>(sql`
    select s.id, s.document_id, s.data_source_id, s.account_id, s.index, s.institution_name, s.account_last4,
      s.account_type, s.currency, s.currency_source, s.derived_edges, s.start_date, s.end_date, s.opening_balance, s.closing_balance,
      s.printed_totals, s.average_balance_printed, s.fees_printed, s.sections, s.reconciliation, s.layout_id,
      s.transactions_count, s.page_start, s.page_end,
      case when s.holder_names = '{}' then a.holder_names else s.holder_names end as account_holder_names,
      s.holder_address as account_holder_address,
      a.routing_sealed, s.is_included, s.fingerprint, s.taught, doc.problems, doc.authenticity, t.computed_credits, t.computed_debits, o.overrides, b.before
    from statements s
    join accounts a on a.environment_id = s.environment_id and a.id = s.account_id
    join documents doc on doc.environment_id = s.environment_id and doc.id = s.document_id
    cross join lateral (
      select coalesce(sum(amount) filter (where amount > 0), 0)::bigint as computed_credits,
        coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as computed_debits
      from transactions
      where environment_id = ${ctx.environment.id} and statement_id = s.id) t
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('field', field, 'by', actor_name,
          'value', ${MASKED_VALUE}, 'readValue', ${MASKED_READ_VALUE},
          'at', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by field), '[]') as overrides
      from statement_overrides
      where environment_id = ${ctx.environment.id} and document_id = s.document_id
        and statement_id = s.id) o
    left join lateral (
      select jsonb_build_object('id', p.id, 'startDate', p.start_date, 'endDate', p.end_date,
        'openingBalance', p.opening_balance, 'closingBalance', p.closing_balance) as before
      from statements p
      join documents d on d.environment_id = p.environment_id and d.id = p.document_id and d.is_included
      where p.environment_id = ${ctx.environment.id} and p.account_id = s.account_id
        and p.is_included and p.duplicate_of is null and p.end_date < s.start_date
      order by p.end_date desc, p.id limit 1) b on true
    where s.environment_id = ${ctx.environment.id} and s.document_id = any(${documentIds}::uuid[])
    order by s.document_id, s.index`)
  return withRoutingNumbers(ctx, rows, ({ accountId }) => accountId)
}
