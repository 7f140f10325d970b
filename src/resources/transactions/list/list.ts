import type { Context } from '../../../platform/context.ts'
import { csvOf } from '../../../platform/wire/csv.ts'
import { listBody, pageOf } from '../../../platform/wire/list-query.ts'
import { Reply } from '../../../platform/route.ts'
import { pick } from '../../../platform/wire/convert.ts'
import { resolveFilter, type Filter } from './filter.ts'
import { presentTransactions, toTotals, type PresentTransaction } from '../present.ts'
import { Transaction, type TransactionQuery } from '../schemas.ts'
import { listForExport, listTransactions, sumTransactions, TRANSACTION_SORTS } from './store.ts'

/** A page of rows; with include_total also their number and sums. */
export async function listMatching(ctx: Context, query: TransactionQuery): Promise<object> {
  const page = pageOf(ctx, query, TRANSACTION_SORTS)
  const rowFilter = await resolveFilter(ctx, query)
  const { rows, nextCursor } = await listTransactions(ctx, rowFilter, page)
  const shown = await presentTransactions(ctx, rows)
  const totals = page.includeTotal && toTotals(await sumTransactions(ctx, rowFilter))
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
  const rowFilter = await resolveFilter(ctx, filter)
  const found = await listForExport(ctx, rowFilter, EXPORT_ROWS_MAX)
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
