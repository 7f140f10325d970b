import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CellValue } from 'hucre/xlsx'
import { toSnake } from '../../../core/values/text.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { splitBatches } from '../../../platform/db/columns.ts'
import type { PageRequest } from '../../../platform/db/page.ts'
import { cellText } from '../../../platform/wire/xlsx.ts'
import { csvHead, csvLines } from '../../../platform/wire/csv.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import { Reply } from '../../../platform/route.ts'
import { pick } from '../../../platform/wire/convert.ts'
import { resolveFilter, type Filter, type RowFilter } from './filter.ts'
import { presentTransactions, toTotals, type PresentTransaction } from '../present.ts'
import { Transaction } from '../schemas.ts'
import type { TransactionQuery } from './schemas.ts'
import { listForExport, listTransactions, sumTransactions, TRANSACTION_SORTS } from './store.ts'

/** The rows that a query selects. */
export async function listMatching(ctx: Context, query: TransactionQuery): Promise<object> {
  const page = parsePage(ctx, query, TRANSACTION_SORTS)
  return listWithSums(ctx, await resolveFilter(ctx, query), page)
}

/** A page of rows; with include_total also their number and sums. */
export async function listWithSums(
  ctx: Context,
  filter: RowFilter,
  page: PageRequest,
): Promise<object> {
  // The sums come with the number, which the list need not count again.
  const found = await listTransactions(ctx, filter, { ...page, includeTotal: false })
  const rows = await presentTransactions(ctx, found.rows)
  const totals = page.includeTotal && toTotals(await sumTransactions(ctx, filter))
  const meta = totals ? { total_count: totals.count, totals } : undefined
  return listBody({ ...found, rows }, undefined, meta)
}

const EXPORT_ROWS_MAX = 100_000
/** Writing so many takes a hundredth of a second; then others have their turn. */
const ROWS_PER_TURN = 200

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
  const pieces: Buffer[] = []
  for (const rows of splitBatches(found, ROWS_PER_TURN)) {
    const shown = await presentTransactions(ctx, rows)
    pieces.push(Buffer.from(format === 'csv' ? toCsv(shown) : toJson(shown, pieces.length === 0)))
    await nextTurn()
  }
  const [head, end] = format === 'csv' ? [csvHead(CSV_COLUMNS), ''] : ['{"data":[', ']}']
  return new Reply({
    download: {
      contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      filename: `transactions.${format}`,
      disposition: 'attachment',
      body: Buffer.concat([Buffer.from(head), ...pieces, Buffer.from(end)]),
    },
  })
}

const PAGE_ROWS = 2_000

/** Every row of a submission as CSV, oldest first, page by page; no transaction stays open. */
export async function* exportRows(
  ctx: OutsideContext,
  submissionId: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHead(CSV_COLUMNS))
  for await (const rows of readPages(ctx, submissionId)) {
    yield Buffer.from(toCsv(rows))
  }
}

/** The same as a workbook: real numbers, and texts that stay texts. */
export async function* exportWorkbook(
  ctx: OutsideContext,
  submissionId: string,
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  async function* rows(): AsyncGenerator<CellValue[]> {
    for await (const page of readPages(ctx, submissionId)) {
      for (const row of page.map(toCells)) {
        yield CSV_COLUMNS.map((column) => toValue((row as Record<string, unknown>)[column]))
      }
    }
  }
  const columns = CSV_COLUMNS.map((name) => ({ header: toSnake(name), width: 16 }))
  yield* writeXlsxStream(rows(), { name: 'transactions', columns })
}

function toValue(value: unknown): CellValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return cellText(typeof value === 'string' ? value : JSON.stringify(value))
}

async function* readPages(
  ctx: OutsideContext,
  submissionId: string,
): AsyncGenerator<PresentTransaction[]> {
  let cursor: string | undefined
  do {
    const query = { submissionId, sort: 'date', limit: PAGE_ROWS, ...(cursor && { cursor }) }
    const page = await ctx.transaction(
      async (own) => {
        const filter = await resolveFilter(own, { submissionId })
        const found = await listTransactions(own, filter, parsePage(own, query, TRANSACTION_SORTS))
        return { rows: await presentTransactions(own, found.rows), next: found.nextCursor }
      },
      { access: 'read', onReplica: true },
    )
    yield page.rows
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

function toCells(row: PresentTransaction): object {
  return { ...row, category: row.categorySlug, flags: row.flags.join(' ') }
}

function toCsv(rows: readonly PresentTransaction[]): string {
  return csvLines(CSV_COLUMNS, rows.map(toCells))
}

/** Items of a list, with the comma that stands before all but the first. */
function toJson(rows: readonly object[], isFirst: boolean): string {
  const items = rows.map((row) => JSON.stringify(pick(Transaction, row))).join(',')
  return isFirst ? items : `,${items}`
}
