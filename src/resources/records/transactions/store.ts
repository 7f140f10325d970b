import type { Channel, FeeKind, TransactionOverride } from '../../../core/values/transaction.ts'
import type { Context } from '../../../platform/context.ts'
import { recordStore } from '../../../platform/db/record-store.ts'
import { raw, sql, type Sql } from '../../../platform/db/sql.ts'
import type { StoredCategories } from './categories.ts'

export interface TransactionRow {
  id: string
  submissionId: string
  externalId: string | null
  accountId: string
  dataSourceId: string | null
  documentId: string | null
  statementId: string | null
  date: string
  postedAt: string | null
  amount: number
  currency: string
  balance: number | null
  balanceSource: string | null
  description: string
  rawDescription: string
  normalizedDescription: string | null
  merchantName: string | null
  merchantId: string | null
  counterparty: { name: string | null; type: string } | null
  mccCode: string | null
  channel: Channel | null
  bankType: string | null
  checkNumber: string | null
  categorySlug: string | null
  categories: StoredCategories
  flags: string[]
  feeKind: FeeKind | null
  isRevenue: boolean
  exclusionReason: string | null
  isDebt: boolean
  isRecurring: boolean
  isPending: boolean
  isDuplicate: boolean
  duplicateOf: string | null
  matchedTransactionId: string | null
  matchScore: number | null
  streamId: string | null
  positionId: string | null
  positionRole: string | null
  funderId: string | null
  needsReview: boolean
  page: number | null
  box: number[] | null
  lineText: string | null
  rowKey: string | null
  override: TransactionOverride | null
  feedback: Record<string, unknown> | null
  /** What a row of a statement said before a person corrected it there. */
  asRead: ReadBefore | null
  metadata: Record<string, unknown>
  createdAt: string
  updatedAt: string
}

interface ReadBefore {
  added?: boolean
  date?: string
  amount?: number
  currency?: string | null
  description?: string
  by?: string
  at?: string
  feedbackId?: string
}

/** Whether the document of a row, under this alias, is included; rows without one always count. */
export function isLoaded(alias: string): Sql {
  const row = raw(alias)
  return sql`not exists (
    select from documents d
    where d.environment_id = ${row}.environment_id and d.id = ${row}.document_id
      and not d.is_included)`
}

/** Columns of a row, of the alias t. */
export const TRANSACTION_COLUMNS =
  raw(`t.id, t.submission_id, t.external_id, t.account_id, t.data_source_id, t.document_id,
  t.statement_id, t.date, t.posted_at, t.amount, t.currency, t.balance, t.balance_source,
  t.description, t.raw_description, t.normalized_description, t.merchant_name, t.merchant_id, t.counterparty,
  t.mcc_code, t.channel, t.bank_type, t.check_number, t.category_slug, t.categories, t.flags,
  t.fee_kind, t.is_revenue, t.exclusion_reason, t.is_debt, t.is_recurring, t.is_pending,
  t.is_duplicate, t.duplicate_of, t.matched_transaction_id, t.match_score, t.stream_id,
  t.position_id, t.position_role, t.funder_id, t.needs_review, t.page, t.box, t.line_text,
  t.row_key, t.override, t.feedback, t.as_read, t.metadata, t.created_at, t.updated_at`)

/** Ids of the duplicates that these rows stand for, by the row that stands. */
export async function listDuplicateIds(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await ctx.db.rows<{ duplicateOf: string; ids: string[] }>(sql`
    select duplicate_of, array_agg(id order by id) as ids from transactions
    where environment_id = ${ctx.environment.id} and duplicate_of = any (${ids}::uuid[])
    group by duplicate_of`)
  return new Map(rows.map(({ duplicateOf, ids: own }) => [duplicateOf, own]))
}

export const {
  get: getTransaction,
  update: updateRow,
  remove: deleteTransaction,
} = recordStore<TransactionRow>({
  table: 'transactions',
  alias: 't',
  columns: TRANSACTION_COLUMNS,
  noun: 'transaction',
  missing: 'transaction_not_found',
})

export async function listTransactionsByIds(
  ctx: Context,
  ids: readonly string[],
): Promise<TransactionRow[]> {
  return ctx.db.rows<TransactionRow>(sql`
    select ${TRANSACTION_COLUMNS} from transactions t
    where t.environment_id = ${ctx.environment.id} and t.id = any (${ids}::uuid[])
    order by array_position(${ids}::uuid[], t.id)`)
}

export async function countTransactions(ctx: Context, submissionId: string): Promise<number> {
  const row = await ctx.db.row<{ count: number }>(sql`
    select count(*) as count from transactions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}`)
  return row!.count
}

export interface TransactionColumns {
  description?: string | undefined
  date?: string | undefined
  postedAt?: string | null | undefined
  amount?: number | undefined
  balance?: number | null | undefined
  accountId?: string | undefined
  metadata?: Record<string, unknown> | undefined
}

export async function updateTransaction(
  ctx: Context,
  id: string,
  columns: TransactionColumns,
): Promise<void> {
  await updateRow(ctx, id, {
    description: columns.description,
    date: columns.date,
    posted_at: columns.postedAt,
    amount: columns.amount,
    balance: columns.balance,
    account_id: columns.accountId,
    metadata: columns.metadata && JSON.stringify(columns.metadata),
  })
}
