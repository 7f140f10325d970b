import type {
  FeesPrinted,
  AccountType,
  DerivedEdge,
  Reconciliation,
  Statement,
  StatementSection,
  TaughtValue,
} from '../../../core/statements/statement.ts'
import type { CurrencySource } from '../../../core/statements/currency/read-currency.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Problem } from '../../../core/values/problem.ts'
import type { Cents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { assignments, json, sql } from '../../../platform/db/sql.ts'
import { withRoutingNumbers } from '../../records/documents/account-numbers.ts'
import type { StoredRow } from './stored-rows.ts'

export interface OverrideRow {
  statementId: string
  field: string
  value: unknown
  readValue: unknown
}

export async function listOverrides(ctx: Context, documentId: string): Promise<OverrideRow[]> {
  return ctx.db.rows<OverrideRow>(sql`
    select statement_id, field, value, read_value from statement_overrides
    where environment_id = ${ctx.environment.id} and document_id = ${documentId}
    order by statement_id, field`)
}

export interface NewOverride {
  documentId: string
  statementId: string
  statementIndex: number
  field: string
  value: unknown
  /** What the statement says without any override. */
  readValue: unknown
}

/** `read_value` stays as the first override recorded it. */
export async function upsertOverride(ctx: Context, override: NewOverride): Promise<void> {
  await ctx.db.run(sql`
    insert into statement_overrides as o (environment_id, document_id, statement_id, field,
      statement_index, value, read_value, actor_name)
    values (${ctx.environment.id}, ${override.documentId}, ${override.statementId},
      ${override.field}, ${override.statementIndex}, ${JSON.stringify(override.value)}::jsonb,
      ${JSON.stringify(override.readValue ?? null)}::jsonb, ${ctx.actor.name})
    on conflict (environment_id, document_id, statement_id, field) do update
    set value = excluded.value, actor_name = excluded.actor_name, created_at = excluded.created_at`)
}

export async function deleteOverride(
  ctx: Context,
  { documentId, statementId, field }: { documentId: string; statementId: string; field: string },
): Promise<void> {
  await ctx.db.run(sql`
    delete from statement_overrides
    where environment_id = ${ctx.environment.id} and document_id = ${documentId}
      and statement_id = ${statementId} and field = ${field}`)
}

/** Statements of the last reading, and those of earlier readings that still have overrides. */
export async function listKnownStatements(
  ctx: Context,
  documentId: string,
): Promise<{ id: string; index: number }[]> {
  return ctx.db.rows(sql`
    select id, index from statements
    where environment_id = ${ctx.environment.id} and document_id = ${documentId}
    union
    select statement_id, statement_index from statement_overrides
    where environment_id = ${ctx.environment.id} and document_id = ${documentId}
    order by 2, 1`)
}

export interface StoredStatement {
  id: string
  index: number
  accountId: string
  numberSealed: string | null
  institutionName: string | null
  holderNames: string[]
  accountHolderAddress: string | null
  accountLast4: string | null
  routingNumber: string | null
  accountType: AccountType
  currency: string
  /** Null for a statement that was read before its source was kept. */
  currencySource: CurrencySource | null
  derivedEdges: DerivedEdge[]
  startDate: PlainDate | null
  endDate: PlainDate | null
  openingBalance: Cents | null
  closingBalance: Cents | null
  printedTotals: Statement['printedTotals']
  averageBalancePrinted: Cents | null
  feesPrinted: FeesPrinted | null
  sections: StatementSection[]
  dailyBalances: Statement['dailyBalances']
  reconciliation: Reconciliation
  isIncluded: boolean
  fingerprint: string | null
  taught: TaughtValue[]
  removedRows: StoredRow[]
  readCurrencySource: CurrencySource | null
}

export async function listStoredStatements(
  ctx: Context,
  documentId: string,
): Promise<StoredStatement[]> {
  const rows = await ctx.db.rows<StoredStatement & { routingSealed: string | null }>(sql`
    select s.id, s.index, s.account_id, a.number_sealed, s.institution_name,
      case when s.holder_names = '{}' then a.holder_names else s.holder_names end as holder_names,
      s.account_last4, a.routing_sealed, s.account_type, s.currency, s.currency_source,
      s.derived_edges, s.start_date, s.end_date,
      s.opening_balance, s.closing_balance, s.printed_totals, s.average_balance_printed,
      s.fees_printed, s.holder_address as account_holder_address, s.sections, s.daily_balances, s.reconciliation, s.is_included,
      s.fingerprint, s.taught, s.removed_rows, s.read_currency_source
    from statements s
    join accounts a on a.environment_id = s.environment_id and a.id = s.account_id
    where s.environment_id = ${ctx.environment.id} and s.document_id = ${documentId}
    order by s.index`)
  return withRoutingNumbers(ctx, rows, ({ accountId }) => accountId)
}

/** By statement, in the order of the print; rows that a person added after the one above them. */
export async function listStatementRows(
  ctx: Context,
  documentId: string,
): Promise<(StoredRow & { statementId: string })[]> {
  return ctx.db.rows(sql`
    select id, statement_id, position, date, metadata ->> 'posted_on' as posted_on, amount, balance, currency,
      raw_description as description, is_pending, page, box, line_text, check_number, bank_type,
      metadata ->> 'bank_reference' as external_reference, metadata ->> 'repaired_from' as repaired_from,
      row_key, as_read
    from transactions
    where environment_id = ${ctx.environment.id} and document_id = ${documentId}
      and statement_id is not null
    order by position, coalesce(as_read ->> 'added', ''), id`)
}

export async function updateStatement(
  ctx: Context,
  id: string,
  { statement, accountId, isIncluded, removed, readCurrencySource }: StatementState,
): Promise<void> {
  const columns = {
    account_id: accountId,
    institution_name: statement.institutionName,
    holder_names: statement.accountHolderNames,
    account_last4: statement.accountLast4,
    account_type: statement.accountType,
    currency: statement.currency,
    currency_source: statement.currencySource,
    derived_edges: statement.derivedEdges,
    start_date: statement.startDate,
    end_date: statement.endDate,
    opening_balance: statement.openingBalance,
    closing_balance: statement.closingBalance,
    printed_totals: json(statement.printedTotals),
    average_balance_printed: statement.averageBalancePrinted,
    fees_printed: statement.feesPrinted && json(statement.feesPrinted),
    sections: json(statement.sections),
    daily_balances: json(statement.dailyBalances),
    reconciliation_status: statement.reconciliation.status,
    reconciliation: json(statement.reconciliation),
    transactions_count: statement.rows.length,
    is_included: isIncluded,
    removed_rows: json(removed),
    read_currency_source: readCurrencySource,
  }
  await ctx.db.run(sql`
    update statements set ${assignments(columns)}
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

export interface StatementState {
  statement: Statement
  accountId: string
  isIncluded: boolean
  /** Rows of the reading that a person took out. */
  removed: StoredRow[]
  /** Before a person stated the currency. */
  readCurrencySource: CurrencySource
}

/** The problems of the last reading; null when nothing of it was corrected. */
export async function findProblemsAsRead(
  ctx: Context,
  documentId: string,
): Promise<Problem[] | null> {
  const row = await ctx.db.row<{ problemsAsRead: Problem[] | null }>(sql`
    select problems_as_read from documents
    where environment_id = ${ctx.environment.id} and id = ${documentId}`)
  return row?.problemsAsRead ?? null
}

export interface TwinRow {
  id: string
  documentId: string
  /** What two documents must agree on to be copies of one statement. */
  key: string
  /** Balances and rows, whatever the account; null where no other statement could have them. */
  content: string | null
  /** 0 is best. */
  quality: number
}

/** Fewer rows do not show that two accounts are one. */
const ROWS_LEAST = 3

/** Included statements of the submission with a period and a closing balance. */
export async function listTwinRows(ctx: Context, submissionId: string): Promise<TwinRow[]> {
  return ctx.db.rows<TwinRow>(sql`
    select s.id, s.document_id, s.key, s.quality,
      case when s.is_alike then concat_ws('|', s.figures, (
        select md5(string_agg(t.date || ' ' || t.amount, ',' order by t.date, t.amount))
        from transactions t
        where t.environment_id = ${ctx.environment.id} and t.statement_id = s.id)) end as content
    from (
      select s.id, s.document_id, f.figures,
        concat_ws('|', s.account_id, s.start_date, s.end_date, s.opening_balance, s.closing_balance) as key,
        case s.reconciliation_status when 'reconciled' then 0 when 'reconciled_by_totals' then 1
          when 'unverifiable' then 2 else 3 end as quality,
        s.opening_balance is not null and s.transactions_count >= ${ROWS_LEAST}
          and count(*) over (partition by f.figures, s.transactions_count) > 1 as is_alike
      from statements s
      join documents d on d.environment_id = s.environment_id and d.id = s.document_id and d.is_included
      cross join lateral (
        select concat_ws('|', s.currency, s.opening_balance, s.closing_balance) as figures) f
      where s.environment_id = ${ctx.environment.id} and s.submission_id = ${submissionId}
        and s.is_included and s.end_date is not null and s.closing_balance is not null) s`)
}

/** Marks these statements as copies, and a document as a copy when all its statements are. */
export async function updateTwins(
  ctx: Context,
  submissionId: string,
  twins: ReadonlyMap<string, string>,
): Promise<void> {
  const pairs = JSON.stringify([...twins].map(([id, of]) => ({ id, of })))
  await ctx.db.run(sql`
    update statements s set duplicate_of = p.of
    from statements o
    left join json_to_recordset(${pairs}::json) as p (id uuid, of uuid) on p.id = o.id
    where s.environment_id = ${ctx.environment.id} and s.submission_id = ${submissionId}
      and o.environment_id = s.environment_id and o.id = s.id
      and s.duplicate_of is distinct from p.of`)
  await ctx.db.run(sql`
    update documents d set duplicate_of = t.of, updated_at = now()
    from (
      select s.document_id,
        case when bool_and(o.id is not null) and count(distinct o.document_id) = 1
          then min(o.document_id::text)::uuid end as of
      from statements s
      left join statements o on o.environment_id = s.environment_id and o.id = s.duplicate_of
      where s.environment_id = ${ctx.environment.id} and s.submission_id = ${submissionId}
      group by s.document_id) t
    where d.environment_id = ${ctx.environment.id} and d.id = t.document_id and d.is_included
      and d.duplicate_of is distinct from t.of`)
}
