import { IMAGE_TYPES, isHeic } from '../../core/statements/formats/image-types.ts'
import { isOfx, isPdf, isTable } from '../../core/statements/sniff.ts'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { json } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { enqueue } from '../../platform/jobs/job.ts'
import type { StagedFile } from '../../platform/route.ts'
import { startIfAuto } from '../submissions/pipeline.ts'
import { classifyDocumentJob } from './classify.ts'
import { emitDocumentEvent } from './events.ts'
import { sealPassword } from './password.ts'
import {
  countDocuments,
  findTwin,
  getDocument,
  insertDocument,
  lockSubmission,
  type DocumentRow,
} from './store.ts'

export const DOCUMENTS_MAX = 200

/** What is accepted, by content; a later format is one line more. */
const CONTENT_TYPES: { contentType: string; is: (bytes: Uint8Array) => boolean }[] = [
  { contentType: 'application/pdf', is: isPdf },
  ...IMAGE_TYPES,
  { contentType: 'application/x-ofx', is: isOfx },
  { contentType: 'text/csv', is: isTable },
]

export interface UploadOptions {
  documentClass: string | null
  password: string | null
  externalId: string | null
  metadata: Record<string, unknown>
  autoProcess: boolean
  allowDuplicate: boolean
  source: string
}

/**
 * Takes staged files into a submission. All of them or none: one refused file refuses the request.
 */
export async function uploadDocuments(
  ctx: Context,
  submissionId: string,
  upload: { files: StagedFile[]; options: UploadOptions },
): Promise<DocumentRow[]> {
  const { files, options } = upload
  if (files.length === 0) throw new ApiError('missing_file', undefined, { param: 'file' })
  await lockSubmission(ctx, submissionId)
  if ((await countDocuments(ctx, submissionId)) + files.length > DOCUMENTS_MAX)
    throw new ApiError('too_many_files')
  const ids: string[] = []
  for (const file of files) ids.push(await takeIn(ctx, submissionId, { file, options }))
  if (options.autoProcess) await startIfAuto(ctx, submissionId)
  return Promise.all(ids.map((id) => getDocument(ctx, id)))
}

async function takeIn(
  ctx: Context,
  submissionId: string,
  given: { file: StagedFile; options: UploadOptions },
): Promise<string> {
  const { file, options } = given
  const contentType = await sniff(ctx, file)
  const twin = await findTwin(ctx, submissionId, file.sha256)
  if (twin && !options.allowDuplicate)
    throw new ApiError('duplicate_document', undefined, { existingId: twin.id })
  const id = randomUUIDv7()
  await insertDocument(ctx, {
    id,
    submission_id: submissionId,
    external_id: options.externalId,
    filename: file.filename,
    original_filename: file.filename,
    display_name: file.filename,
    content_type: contentType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    storage_key: file.storageKey,
    wrapped_key: file.wrappedKey,
    password_sealed: options.password === null ? null : sealPassword(ctx, id, options.password),
    document_class: options.documentClass,
    source: options.source,
    duplicate_of: twin?.id ?? null,
    metadata: json(options.metadata),
  })
  await audit(ctx, {
    action: 'created',
    resourceType: 'document',
    resourceId: id,
    submissionId,
    summary: `Document uploaded (${file.sizeBytes} bytes)`,
  })
  await emitDocumentEvent(ctx, 'document.uploaded', id)
  await enqueue(ctx, classifyDocumentJob, { documentId: id }, { uniqueKey: id })
  return id
}

/** The content decides, never the name or the header. */
async function sniff(ctx: Context, file: StagedFile): Promise<string> {
  const bytes = await ctx.house.store.read(ctx.environment.id, file.storageKey, file.wrappedKey)
  const known = CONTENT_TYPES.find(({ is }) => is(bytes))
  if (known) return known.contentType
  const problem = isHeic(bytes)
    ? 'is a HEIC photo, which is not read; share or export it as JPEG and upload that.'
    : 'is neither a PDF, a PNG, JPEG, TIFF or WEBP image, nor a CSV, OFX or QFX file.'
  throw new ApiError('unsupported_file_type', `${file.filename} ${problem}`, { param: 'file' })
}
