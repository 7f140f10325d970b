import type { Context } from '../../platform/context.ts'
import { csvOf } from '../../platform/http/csv.ts'
import { listBody, pageOf } from '../../platform/http/list-query.ts'
import { Reply } from '../../platform/route.ts'
import { pick } from '../../platform/http/convert.ts'
import { conditionOf, type Filter } from './filter.ts'
import { presentTransactions, toTotals, type PresentTransaction } from './present.ts'
import { Transaction, type TransactionQuery } from './schemas.ts'
import { listForExport, listTransactions, sumTransactions, TRANSACTION_SORTS } from './store.ts'

/** A page of rows; with include_total also their number and sums. */
export async function listMatching(ctx: Context, query: TransactionQuery): Promise<object> {
  const page = pageOf(ctx, query, TRANSACTION_SORTS)
  const where = await conditionOf(ctx, query)
  const { rows, nextCursor } = await listTransactions(ctx, where, page)
  const shown = await presentTransactions(ctx, rows)
  const totals = page.includeTotal && toTotals(await sumTransactions(ctx, where))
  const meta = totals ? { total_count: totals.count, totals } : undefined
  return listBody({ rows: shown, nextCursor }, undefined, meta)
}

const EXPORT_ROWS_MAX = 100_000

const CSV_COLUMNS = [
  'id', 'date', 'description', 'amount', 'currency', 'balance', 'direction', 'type', 'category',
  'merchantName', 'checkNumber', 'isRevenue', 'exclusionReason', 'isDebt', 'isRecurring',
  'isDuplicate', 'isPending', 'needsReview', 'flags', 'accountId', 'documentId', 'page',
  'submissionId', 'externalId',
] // prettier-ignore

/** All matching rows as a file, oldest first, up to 100,000. */
export async function exportMatching(
  ctx: Context,
  { format = 'csv', ...filter }: Filter & { format?: 'csv' | 'json' },
): Promise<Reply> {
  const where = await conditionOf(ctx, filter)
  const found = await listForExport(ctx, where, EXPORT_ROWS_MAX)
  const data = await presentTransactions(ctx, found)
  const text = format === 'csv' ? csvOf(CSV_COLUMNS, data.map(toCells)) : jsonOf(data)
  return new Reply({
    download: {
      contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      filename: `transactions.${format}`,
      disposition: 'attachment',
      body: Buffer.from(text),
    },
  })
}

function toCells(row: PresentTransaction): object {
  return { ...row, category: row.categorySlug, flags: row.flags.join(' ') }
}

function jsonOf(rows: readonly object[]): string {
  return JSON.stringify({ data: rows.map((row) => pick(Transaction, row)) })
}
