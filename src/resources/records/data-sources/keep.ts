import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import {
  findManualSource,
  findStoredStatus,
  insertManualSource,
  upsertDocumentSource,
} from './store.ts'

/** Type and provider of file formats; every other format is a file export. */
const FILE_SOURCES: Record<string, { type: 'pdf' | 'csv'; provider: string }> = {
  pdf: { type: 'pdf', provider: 'upload' },
  csv: { type: 'csv', provider: 'csv' },
}

/** Stores the data source of a document, which has the document's id. */
export async function keepDocumentSource(
  ctx: Context,
  format: string,
  document: { id: string; submissionId: string; displayName: string },
): Promise<void> {
  const kind = FILE_SOURCES[format] ?? { type: 'file_export', provider: format }
  const { id, submissionId, displayName: name } = document
  await upsertDocumentSource(ctx, { id, submissionId, name, ...kind })
}

/**
 * The data source of rows sent over the API; the caller holds the submission's lock. Throws
 * `invalid_state_transition` when it is disabled.
 */
export async function manualSource(ctx: Context, submissionId: string): Promise<string> {
  const known = await findManualSource(ctx, submissionId)
  if (known?.status === 'disabled') throw disabled()
  if (known) return known.id
  const id = randomUUIDv7()
  await insertManualSource(ctx, { id, submissionId })
  return id
}

/** A disabled source accepts no new data. Throws `invalid_state_transition`. */
export async function refuseDisabled(ctx: Context, dataSourceId: string): Promise<void> {
  if ((await findStoredStatus(ctx, dataSourceId)) === 'disabled') throw disabled()
}

function disabled(): ApiError {
  const message = 'The data source is disabled and accepts no new data; set it active first.'
  return new ApiError('invalid_state_transition', message)
}
