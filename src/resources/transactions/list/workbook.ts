import type { CellValue, ColumnDef } from 'hucre/xlsx'
import { findCategory } from '../../../core/values/categories.ts'
import type { Context } from '../../../platform/context.ts'
import { cellText } from '../../../platform/wire/tables/xlsx.ts'
import type { PresentTransaction } from '../present.ts'
import { listSourceNames } from './store.ts'

/** A row with what its account and its document are called. */
export type NamedRow = PresentTransaction & { account: string | null; file: string | null }

interface Column extends ColumnDef {
  read: (row: NamedRow) => unknown
}

const AMOUNT = '#,##0.00;[Red]-#,##0.00'

/** As a person reads them: ids, which join the rows with other files, come last. */
const COLUMNS: readonly Column[] = [
  { header: 'Date', width: 12, numFmt: 'd mmm yyyy', read: ({ date }) => toDay(date) },
  { header: 'Description', width: 48, read: ({ description }) => description },
  { header: 'Merchant', width: 24, read: ({ merchantName }) => merchantName },
  { header: 'Category', width: 28, read: ({ categorySlug }) => nameCategory(categorySlug) },
  { header: 'Amount', width: 14, numFmt: AMOUNT, read: ({ amount }) => amount },
  { header: 'Balance', width: 14, numFmt: AMOUNT, read: ({ balance }) => balance },
  { header: 'Currency', width: 9, read: ({ currency }) => currency },
  { header: 'True revenue', width: 13, read: ({ isRevenue }) => toYes(isRevenue) },
  { header: 'Why not revenue', width: 22, read: ({ exclusionReason: why }) => why && toWords(why) },
  { header: 'Debt', width: 8, read: ({ isDebt }) => toYes(isDebt) },
  { header: 'Recurring', width: 10, read: ({ isRecurring }) => toYes(isRecurring) },
  { header: 'Duplicate', width: 10, read: ({ isDuplicate }) => toYes(isDuplicate) },
  { header: 'Pending', width: 9, read: ({ isPending }) => toYes(isPending) },
  { header: 'To review', width: 10, read: ({ needsReview }) => toYes(needsReview) },
  { header: 'Flags', width: 18, read: ({ flags }) => flags.map(toWords).join(', ') || null },
  { header: 'How', width: 16, read: ({ channel }) => channel && toWords(channel) },
  { header: 'Check number', width: 13, read: ({ checkNumber }) => checkNumber },
  { header: 'Account', width: 26, read: ({ account }) => account },
  { header: 'File', width: 32, read: ({ file }) => file },
  { header: 'Page', width: 7, read: ({ page }) => page },
  { header: 'Transaction id', width: 38, read: ({ id }) => id },
  { header: 'Account id', width: 38, read: ({ accountId }) => accountId },
  { header: 'Document id', width: 38, read: ({ documentId }) => documentId },
  { header: 'Submission id', width: 38, read: ({ submissionId }) => submissionId },
  { header: 'External id', width: 24, read: ({ externalId }) => externalId },
]

/** The names of accounts and documents by id, as far as they have been looked up. */
export type KnownNames = Map<string, string | null>

/** The rows with the names of their sources, each of which is looked up once. */
export async function nameSources(
  ctx: Context,
  rows: readonly PresentTransaction[],
  known: KnownNames,
): Promise<NamedRow[]> {
  const ids = rows.flatMap(({ accountId, documentId }) => [accountId, documentId ?? accountId])
  const missing = [...new Set(ids)].filter((id) => !known.has(id))
  for (const id of missing) known.set(id, null)
  if (missing.length > 0)
    for (const { id, name } of await listSourceNames(ctx, missing)) known.set(id, name)
  return rows.map((row) => ({
    ...row,
    account: known.get(row.accountId) ?? null,
    file: known.get(row.documentId ?? '') ?? null,
  }))
}

/** Rows as a workbook: real dates and numbers, and texts that stay texts. */
export async function* writeWorkbook(
  pages: AsyncIterable<readonly NamedRow[]>,
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  async function* rows(): AsyncGenerator<CellValue[]> {
    for await (const page of pages)
      for (const row of page) yield COLUMNS.map(({ read }) => toValue(read(row)))
  }
  const sheet = { name: 'Transactions', columns: [...COLUMNS], freezePane: { rows: 1 } }
  yield* writeXlsxStream(rows(), sheet)
}

function toValue(value: unknown): CellValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || value instanceof Date) return value
  return cellText(typeof value === 'string' ? value : JSON.stringify(value))
}

/** A day has no time zone, and a workbook neither. */
function toDay(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

function nameCategory(slug: string | null): string | null {
  return slug === null ? null : (findCategory(slug)?.name ?? slug)
}

/** `ach_credit` → `Ach credit` */
function toWords(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function toYes(isSo: boolean): string {
  return isSo ? 'yes' : 'no'
}
