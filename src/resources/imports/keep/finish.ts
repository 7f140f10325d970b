import type { ImportReading } from '../../../core/statements/import.ts'
import type { Context } from '../../../platform/context.ts'
import type { ImportOptions } from '../schemas.ts'
import { updateFinished } from '../store.ts'
import { keepImport } from './keep.ts'
import type { ImportResult } from './result.ts'
import type { ProviderRecords } from './store.ts'

interface Read {
  id: string
  reading: ImportReading
  documentId: string
  options: ImportOptions
}

/** Keeps what an import has read, and ends it; the caller holds the submission. */
export async function finishImport(
  ctx: Context,
  records: ProviderRecords,
  { id, ...payload }: Read,
): Promise<ImportResult> {
  const result = await keepImport(ctx, records, payload)
  const status = result.errors.length > 0 ? 'partial' : 'succeeded'
  await updateFinished(ctx, id, { status, result })
  return result
}
