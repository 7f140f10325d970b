import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { splitBatches } from '../../../platform/db/columns.ts'
import type { PageRequest } from '../../../platform/db/page.ts'
import { XLSX_TYPE } from '../../../platform/wire/tables/xlsx.ts'
import { csvHead, csvLines } from '../../../platform/wire/tables/csv.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import { Reply } from '../../../platform/route.ts'
import { pick } from '../../../platform/wire/convert.ts'
import type { TransactionRow } from '../../records/transactions/store.ts'
import { resolveFilter, type Filter, type RowFilter } from './filter.ts'
import { presentTransactions, toTotals, type PresentTransaction } from '../present.ts'
import { Transaction } from '../schemas.ts'
import { formatOfx } from './ofx.ts'
import type { EXPORT_FORMATS, TransactionQuery } from './schemas.ts'
import { listForExport, listTransactions, sumTransactions, TRANSACTION_SORTS } from './store.ts'
import { nameSources, writeWorkbook, type KnownNames, type NamedRow } from './workbook.ts'

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

type Pages = AsyncIterable<readonly NamedRow[]>

/** A file format of rows: its type, and its parts. */
interface ExportFormat {
  contentType: string
  write: (pages: Pages) => AsyncIterable<string | Uint8Array>
}

const EXPORTS: Readonly<Record<(typeof EXPORT_FORMATS)[number], ExportFormat>> = {
  csv: { contentType: 'text/csv; charset=utf-8', write: writeCsv },
  json: { contentType: 'application/json', write: writeJson },
  xlsx: { contentType: XLSX_TYPE, write: writeWorkbook },
  ofx: { contentType: 'application/x-ofx', write: writeOfx },
}

/** All matching rows as a file, oldest first, up to 100,000. */
export async function exportMatching(
  ctx: Context,
  { format = 'csv', ...filter }: Filter & { format?: keyof typeof EXPORTS },
): Promise<Reply> {
  const rowFilter = await resolveFilter(ctx, filter)
  const found = await listForExport(ctx, rowFilter, EXPORT_ROWS_MAX)
  const { contentType, write } = EXPORTS[format]
  const parts: Uint8Array[] = []
  for await (const part of write(presentInTurns(ctx, found))) parts.push(Buffer.from(part))
  return new Reply({
    download: {
      contentType,
      filename: `transactions.${format}`,
      disposition: 'attachment',
      body: Buffer.concat(parts),
    },
  })
}

/** Rows in pages, with a turn for other requests between them. */
async function* presentInTurns(
  ctx: Context,
  found: readonly TransactionRow[],
): AsyncGenerator<readonly NamedRow[]> {
  const known: KnownNames = new Map()
  for (const rows of splitBatches(found, ROWS_PER_TURN)) {
    yield await nameSources(ctx, await presentTransactions(ctx, rows), known)
    await nextTurn()
  }
}

async function* writeCsv(pages: Pages): AsyncGenerator<string> {
  yield csvHead(CSV_COLUMNS)
  for await (const rows of pages) yield toCsv(rows)
}

async function* writeJson(pages: Pages): AsyncGenerator<string> {
  let before = '{"data":['
  for await (const rows of pages) {
    for (const row of rows) {
      yield before + JSON.stringify(pick(Transaction, row))
      before = ','
    }
  }
  yield before === ',' ? ']}' : '{"data":[]}'
}

async function* writeOfx(pages: Pages): AsyncGenerator<string> {
  const rows: PresentTransaction[] = []
  for await (const page of pages) rows.push(...page)
  yield* formatOfx(rows)
}

const PAGE_ROWS = 2_000

/** Every row of a submission as CSV, oldest first, page by page; no transaction stays open. */
export async function* exportRows(
  ctx: OutsideContext,
  submissionId: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHead(CSV_COLUMNS))
  for await (const rows of readPages(ctx, submissionId)) yield Buffer.from(toCsv(rows))
}

/** The same as a workbook for people. */
export function exportWorkbook(
  ctx: OutsideContext,
  submissionId: string,
): AsyncGenerator<Uint8Array> {
  return writeWorkbook(readPages(ctx, submissionId))
}

async function* readPages(ctx: OutsideContext, submissionId: string): AsyncGenerator<NamedRow[]> {
  const known: KnownNames = new Map()
  let cursor: string | undefined
  do {
    const query = { submissionId, sort: 'date', limit: PAGE_ROWS, ...(cursor && { cursor }) }
    const page = await ctx.transaction(
      async (own) => {
        // A copy of the whole deal has what is not counted too.
        const filter = await resolveFilter(own, { submissionId, includeUnloaded: true })
        const found = await listTransactions(own, filter, parsePage(own, query, TRANSACTION_SORTS))
        const rows = await nameSources(own, await presentTransactions(own, found.rows), known)
        return { rows, next: found.nextCursor }
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
