import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { discard } from '../../../platform/http/multipart.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import type { StagedFile } from '../../../platform/route.ts'
import { DOCUMENTS_MAX, requireRoom } from '../../documents/intake/insert-file.ts'
import { requireContentType } from '../../documents/intake/upload.ts'
import { requireNoHold } from '../../records/submissions/hold.ts'
import { checkOpen } from '../lifecycle.ts'
import { holdBrokerSubmission, type BrokerSubmissionRow } from '../store.ts'
import { readBrokerFileJob } from './read.ts'
import { deleteFile, insertFileRow, listFiles } from './store.ts'

/**
 * Adds files to a deal whose turn is the broker's, all or none, and has them read. Throws
 * `missing_file`, `too_many_files`, `unsupported_file_type`, `duplicate_document`,
 * `storage_quota_exceeded`, `invalid_state_transition`.
 */
export async function addFiles(
  ctx: Context,
  id: string,
  files: readonly StagedFile[],
): Promise<void> {
  const row = await holdBrokerSubmission(ctx, id)
  if (files.length === 0) throw new ApiError('missing_file', undefined, { param: 'file' })
  checkOpen(row.status)
  const held = (await listFiles(ctx, [id])).get(id) ?? []
  if (held.length + files.length > DOCUMENTS_MAX) throw new ApiError('too_many_files')
  for (const file of files) await addFile(ctx, row, file)
}

async function addFile(ctx: Context, row: BrokerSubmissionRow, file: StagedFile): Promise<void> {
  const contentType = await requireContentType(ctx, file)
  await requireRoom(ctx, file)
  const id = randomUUIDv7()
  const isNew = await insertFileRow(ctx, {
    id,
    brokerId: row.brokerId,
    broker_submission_id: row.id,
    filename: file.filename,
    content_type: contentType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    storage_key: file.storageKey,
    wrapped_key: file.wrappedKey,
  })
  if (!isNew) throw await duplicate(ctx, row, file)
  await audit(ctx, {
    action: 'created',
    resourceType: 'broker_file',
    resourceId: id,
    summary: `File of a broker submission uploaded (${file.sizeBytes} bytes)`,
  })
  await enqueue(ctx, readBrokerFileJob, { fileId: id }, { uniqueKey: id })
}

async function duplicate(
  ctx: Context,
  { id }: BrokerSubmissionRow,
  { sha256 }: StagedFile,
): Promise<ApiError> {
  const twin = (await listFiles(ctx, [id])).get(id)?.find((each) => each.sha256 === sha256)
  const existing = twin === undefined ? {} : { existingId: twin.id }
  return new ApiError('duplicate_document', 'The submission already holds this file.', existing)
}

/** Throws `broker_file_not_found`, `invalid_state_transition`, `legal_hold`. */
export async function removeFile(
  ctx: Context,
  { id, fileId }: { id: string; fileId: string },
): Promise<void> {
  const row = await holdBrokerSubmission(ctx, id)
  checkOpen(row.status)
  await requireNoHold(ctx)
  const { storageKey } = await deleteFile(ctx, { submissionId: id, id: fileId })
  await audit(ctx, {
    action: 'deleted',
    resourceType: 'broker_file',
    resourceId: fileId,
    summary: 'File of a broker submission deleted',
  })
  discardAfterCommit(ctx, [storageKey])
}

/** Once their rows are gone for good. */
export function discardAfterCommit(ctx: Context, storageKeys: readonly (string | null)[]): void {
  const files = storageKeys.flatMap((storageKey) => (storageKey === null ? [] : [{ storageKey }]))
  ctx.db.afterCommit(() => void discard(ctx.house, ctx.environment, files))
}
