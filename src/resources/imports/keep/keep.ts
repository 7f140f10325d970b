import { formatCounted } from '../../../core/values/text.ts'
import type { ImportReading } from '../../../core/statements/import.ts'
import { PROVIDERS } from '../../../core/providers/index.ts'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { refuseDisabled } from '../../records/data-sources/keep.ts'
import { getDocument } from '../../records/documents/store.ts'
import type { ImportOptions } from '../schemas.ts'
import { keepAccounts } from './accounts.ts'
import { describePayload } from './document.ts'
import { firstFaults, type ImportResult } from './result.ts'
import { keepRows } from './rows.ts'
import { keepProviderSignals } from './signals.ts'
import { keepPeriods } from './statements.ts'
import { findSource, insertSource, updateSynced, type ProviderRecords } from './store.ts'

export interface ReadPayload {
  reading: ImportReading
  documentId: string
  options: ImportOptions
}

/**
 * Makes accounts, rows and periods of a payload those of the submission; the caller holds its lock.
 * Throws `invalid_state_transition` when the source is disabled.
 */
export async function keepImport(
  ctx: Context,
  records: ProviderRecords,
  { reading, documentId, options }: ReadPayload,
): Promise<ImportResult> {
  const { imported } = reading
  const document = await getDocument(ctx, documentId)
  const dataSourceId = await keepSource(ctx, records)
  const accounts = await keepAccounts(ctx, records, imported.accounts)
  const work = { imported, accountIds: accounts.ids, dataSourceId, options }
  const rows = await keepRows(ctx, records, work)
  const periods = { document, dataSourceId, accountIds: accounts.ids, statements: reading.statements } // prettier-ignore
  const reconciliation = await keepPeriods(ctx, periods)
  await describePayload(ctx, document, reading)
  await keepProviderSignals(ctx, await getDocument(ctx, documentId), { provider: records.provider, signals: imported.signals }) // prettier-ignore
  await updateSynced(ctx, dataSourceId)
  await audit(ctx, {
    action: 'created',
    resourceType: 'data_source',
    resourceId: dataSourceId,
    submissionId: records.submissionId,
    summary: `${formatCounted(rows.created, 'transaction')} of ${records.provider} imported, ${rows.updated} updated, ${rows.removed} removed`,
  })
  const dates = imported.rows.map(({ date }) => date).toSorted()
  const [startDate, endDate] = [dates[0], dates.at(-1)]
  return {
    dataSourceId,
    accountsCreated: accounts.createdCount,
    accountsMatched: imported.accounts.length - accounts.createdCount,
    transactionsReceived: imported.receivedCount,
    transactionsCreated: rows.created,
    transactionsUpdated: rows.updated,
    transactionsRemoved: rows.removed,
    transactionsSkipped: rows.skipped,
    duplicates: rows.duplicates,
    statementsCreated: reconciliation.length,
    reconciliation,
    signalsCreated: imported.signals.length,
    dateRange: startDate && endDate ? { startDate, endDate } : null,
    warnings: firstFaults(imported.problems.filter(({ code }) => code === 'ignored')),
    errors: firstFaults(imported.problems.filter(({ code }) => code !== 'ignored')),
    error: null,
  }
}

/** One source of rows for each provider of a submission. */
async function keepSource(ctx: Context, records: ProviderRecords): Promise<string> {
  const known = await findSource(ctx, records)
  if (known !== null) {
    await refuseDisabled(ctx, known.id)
    return known.id
  }
  const id = randomUUIDv7()
  const provider = PROVIDERS.find(({ name }) => name === records.provider)
  const title = provider?.title ?? records.provider.toUpperCase()
  await insertSource(ctx, records, { id, name: records.link?.name ?? title })
  return id
}
