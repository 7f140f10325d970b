import { isHeic } from '../../../core/statements/formats/image-types.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { StagedFile } from '../../../platform/route.ts'
import { holdIntake, onDocumentQueued, startIfAuto } from '../../pipeline/pipeline.ts'
import { tallyBefore, type DocumentRow } from '../../records/documents/store.ts'
import {
  detectContentType,
  DOCUMENTS_MAX,
  insertFile,
  readFile,
  type FileOptions,
} from './insert-file.ts'

export interface UploadOptions extends FileOptions {
  autoProcess: boolean
  allowDuplicate: boolean
}

/**
 * Adds staged files to a submission, all or none: one refused file fails the request. Throws
 * `missing_file`, `submission_not_found`, `too_many_files`, `unsupported_file_type`,
 * `duplicate_document`.
 */
export async function uploadDocuments(
  ctx: Context,
  submissionId: string,
  upload: { files: StagedFile[]; options: UploadOptions },
): Promise<DocumentRow[]> {
  const { files, options } = upload
  if (files.length === 0) throw new ApiError('missing_file', undefined, { param: 'file' })
  const isLocked = await holdIntake(ctx, submissionId, options)
  const hashes = files.map(({ sha256 }) => sha256)
  const { count, twins } = await tallyBefore(ctx, submissionId, hashes)
  if (count + files.length > DOCUMENTS_MAX) throw new ApiError('too_many_files')
  const documents: DocumentRow[] = []
  for (const file of files) {
    const contentType = await requireContentType(ctx, file)
    const duplicateOf = twins[file.sha256] ?? null
    if (duplicateOf !== null && !options.allowDuplicate)
      throw new ApiError('duplicate_document', undefined, { existingId: duplicateOf })
    const given = { file, contentType, options: { ...options, duplicateOf } }
    const document = await insertFile(ctx, submissionId, given)
    twins[file.sha256] ??= document.id
    documents.push(document)
  }
  if (isLocked && options.autoProcess) await startIfAuto(ctx, submissionId)
  else if (isLocked) await onDocumentQueued(ctx, submissionId)
  return documents
}

/** The type of a file by its content. Throws `unsupported_file_type`. */
export async function requireContentType(ctx: Context, file: StagedFile): Promise<string> {
  const contentType = await detectContentType(ctx, file)
  if (contentType === null) throw await unsupported(ctx, file)
  return contentType
}

async function unsupported(ctx: Context, file: StagedFile): Promise<ApiError> {
  const isPhoto = isHeic(await readFile(ctx, file))
  const problem = isPhoto
    ? 'is a HEIC photo, which is not supported; export it as JPEG and upload that.'
    : 'is not a PDF, image, table, bank message, transaction export, or an archive of those.'
  return new ApiError('unsupported_file_type', `${file.filename} ${problem}`, { param: 'file' })
}
