import { providerSlug } from '../../../core/enrichment/rules/provider-category.ts'
import type { Imported, ImportedAccount, ImportedRow } from '../../../core/providers/imported.ts'
import { findCategory } from '../../../core/values/categories.ts'
import type { AssignedCategory } from '../../../core/values/transaction.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import type { NewRow } from '../../transactions/create/item.ts'
import { countByStatus, saveRows, type Saved } from '../../transactions/create/save.ts'
import type { ImportOptions } from '../schemas.ts'
import {
  deleteChanges,
  deleteOtherRows,
  deleteRows,
  listChanges,
  upsertChanges,
  type ProviderRecords,
} from './store.ts'

interface Work {
  imported: Imported
  /** Our accounts by the provider's ids. */
  accountIds: ReadonlyMap<string, string>
  dataSourceId: string
  options: ImportOptions
}

export interface KeptRows {
  created: number
  updated: number
  removed: number
  skipped: number
  duplicates: string[]
}

/**
 * Makes the provider's rows what the payload says: new ones are inserted, known ones updated with
 * what people corrected kept, those taken back deleted. A row that the provider changed or took
 * back stays so when an older page comes later, unless existing rows are to be replaced.
 */
export async function keepRows(
  ctx: Context,
  records: ProviderRecords,
  work: Work,
): Promise<KeptRows> {
  const { imported, options, dataSourceId } = work
  const { rows, duplicates } = takeOnce(withPrefix(imported.rows, options), options)
  const removedIds = findRemoved(imported, rows, options)
  if (options.replaceExisting) await deleteChanges(ctx, records, rows.map(toId)) // prettier-ignore
  const wanted = await chooseRows(ctx, records, { rows, removedIds, options })
  await upsertChanges(ctx, records, { externalIds: wanted.filter(isModified).map(toId), change: 'modified' }) // prettier-ignore
  await upsertChanges(ctx, records, { externalIds: removedIds, change: 'removed' })
  const replaced = options.replaceExisting ? await replaceOthers(ctx, records, { work, rows: wanted }) : 0 // prettier-ignore
  const removed = replaced + (await deleteRows(ctx, records, removedIds))
  const results: Saved[] = []
  await saveRows(ctx, {
    origin: {
      submissionId: records.submissionId,
      source: records.provider,
      keepSource: async () => dataSourceId,
    },
    planned: toNewRows(wanted, work).map((row, index) => ({ index, row })),
    results,
    onConflict: 'update',
    enrich: options.enrich === false ? 'no' : 'at once',
    isChanged: removed > 0,
  })
  const created = countByStatus(results, 'created')
  const updated = countByStatus(results, 'updated')
  const skipped = imported.rows.length - created - updated
  return { created, updated, removed, skipped, duplicates }
}

function toId({ externalId }: ImportedRow): string {
  return externalId
}

function isModified(row: ImportedRow): boolean {
  return row.isModified
}

function withPrefix(
  rows: readonly ImportedRow[],
  { externalIdPrefix = '' }: ImportOptions,
): ImportedRow[] {
  // prettier-ignore
  if (externalIdPrefix === '') return [...rows]
  return rows.map((row) => ({ ...row, externalId: externalIdPrefix + row.externalId }))
}

/** Of a transaction that stands twice, the changed one counts, else the later. */
function takeOnce(
  rows: readonly ImportedRow[],
  { dedupe = true }: ImportOptions,
): { rows: ImportedRow[]; duplicates: string[] } {
  const taken = new Map<string, ImportedRow>()
  const duplicates: string[] = []
  for (const row of rows) {
    const known = taken.get(row.externalId)
    if (known === undefined) taken.set(row.externalId, row)
    else if (!dedupe) addCopy(taken, row)
    else {
      duplicates.push(row.externalId)
      if (row.isModified || !known.isModified) taken.set(row.externalId, row)
    }
  }
  return { rows: [...taken.values()], duplicates }
}

/** Keeps a transaction that stands twice as another one. */
function addCopy(taken: Map<string, ImportedRow>, row: ImportedRow): void {
  let copy = 2
  while (taken.has(`${row.externalId}#${copy}`)) copy += 1
  const externalId = `${row.externalId}#${copy}`
  taken.set(externalId, { ...row, externalId })
}

/** What the provider took back, and pending rows that are booked now. */
function findRemoved(
  { removed }: Imported,
  rows: readonly ImportedRow[],
  { externalIdPrefix = '' }: ImportOptions,
): string[] {
  const replaced = rows.flatMap(({ replacesId }) => replacesId ?? [])
  return [...removed, ...replaced].map((id) => externalIdPrefix + id)
}

async function chooseRows(
  ctx: Context,
  records: ProviderRecords,
  given: { rows: readonly ImportedRow[]; removedIds: readonly string[]; options: ImportOptions },
): Promise<ImportedRow[]> {
  const { rows, removedIds, options } = given
  const gone = new Set(removedIds)
  const changes = await listChanges(ctx, records, rows.map(toId))
  return rows.filter(({ externalId, isPending, isModified: isNewer }) => {
    if (gone.has(externalId) || (isPending && !options.includePending)) return false
    const change = changes.get(externalId)
    return change === undefined || (change === 'modified' && isNewer)
  })
}

/** The provider's other rows of the accounts that the payload is of. */
async function replaceOthers(
  ctx: Context,
  records: ProviderRecords,
  { work, rows }: { work: Work; rows: readonly ImportedRow[] },
): Promise<number> {
  const accountIds = [...work.accountIds.values()]
  return deleteOtherRows(ctx, records, { accountIds, keptIds: rows.map(toId) })
}

/** Accounts whose balance is what is owed. */
const OWED: ReadonlySet<string> = new Set(['credit_card', 'loan', 'line_of_credit'])

/** Oldest first, as they happened: many providers list the newest first. */
function toNewRows(rows: readonly ImportedRow[], { imported, accountIds }: Work): NewRow[] {
  const accounts = new Map(imported.accounts.map((account) => [account.id, account]))
  const isNewestFirst = (rows[0]?.date ?? '') > (rows.at(-1)?.date ?? '')
  return (isNewestFirst ? rows.toReversed() : rows).map((row, position) => ({
    ...toNewRow(row, accounts.get(row.accountId)!),
    account_id: accountIds.get(row.accountId)!,
    position,
  }))
}

function toNewRow(
  row: ImportedRow,
  account: ImportedAccount,
): Omit<NewRow, 'account_id' | 'position'> {
  const { balance } = row
  return {
    id: randomUUIDv7(),
    external_id: row.externalId,
    date: row.date,
    posted_at: null,
    amount: row.amount,
    currency: row.currency,
    balance: balance !== null && OWED.has(account.type) ? 0 - balance : balance,
    description: row.description,
    merchant_name: row.merchantName,
    mcc_code: row.mccCode,
    channel: row.type,
    check_number: row.checkNumber,
    provider_category: row.category,
    categories: toCategories(row),
    is_pending: row.isPending,
    override: null,
    metadata: toMetadata(row),
  }
}

/** Where the provider found the row: the page is of a file that we do not have. */
function toMetadata({ page, box }: ImportedRow): Record<string, unknown> {
  return { ...(page !== null && { page }), ...(box !== null && { bbox: box }) }
}

/** How far a provider's word is trusted until the row is enriched. */
const CONFIDENCE = 0.65

function toCategories({ category, amount }: ImportedRow): AssignedCategory[] {
  const slug = category === null ? null : providerSlug(category, amount > 0)
  if (slug === null) return []
  const { name } = findCategory(slug)!
  const confidence = CONFIDENCE
  return [{ slug, name, confidence, familyConfidence: confidence, source: 'provider', ruleId: null }] // prettier-ignore
}
