import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import {
  findManualSource,
  findStoredStatus,
  insertManualSource,
  upsertDocumentSource,
} from './store.ts'

/** What a file of a format is as a source; every other one is an export of some program. */
const FILE_SOURCES: Record<string, { type: 'pdf' | 'csv'; provider: string }> = {
  pdf: { type: 'pdf', provider: 'upload' },
  csv: { type: 'csv', provider: 'csv' },
}

/** The source that a document is, by the format its rows come from; its id is the document's. */
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
 * The source of what callers send to a submission, whose row the caller holds. Throws
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

/** A disabled source takes nothing new in. Throws `invalid_state_transition`. */
export async function refuseDisabled(ctx: Context, dataSourceId: string): Promise<void> {
  if ((await findStoredStatus(ctx, dataSourceId)) === 'disabled') throw disabled()
}

function disabled(): ApiError {
  const message = 'The data source is disabled and takes nothing new in; set it active first.'
  return new ApiError('invalid_state_transition', message)
}
