import type { MailFile } from '../../../core/mail/read-mail.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { StagedFile } from '../../../platform/route.ts'
import {
  detectContentType,
  DOCUMENTS_MAX,
  insertFile,
  type FileOptions,
} from '../../documents/intake/insert-file.ts'
import { holdIntake, startIfAuto } from '../../pipeline/pipeline.ts'
import { tallyBefore } from '../../records/documents/store.ts'
import type { NewAttachment } from '../../records/emails/store.ts'

/** A file of a mail, in the store unless it is to become no document. */
export interface FileOfMail extends Omit<MailFile, 'content'> {
  stored: StagedFile | null
}

/** A file as it is listed with its mail; the key of the stored file where a document owns it. */
export interface KeptFile extends NewAttachment {
  storageKey: string | null
}

const AS_MAIL: FileOptions = {
  documentClass: null,
  password: null,
  externalId: null,
  metadata: {},
  source: 'email',
}

/**
 * Makes the files of a mail documents of a deal and has it processed, as an upload does. A file
 * that cannot be read, or that the deal has, is listed with the reason.
 */
export async function keepFiles(
  ctx: Context,
  submissionId: string | null,
  files: readonly FileOfMail[],
): Promise<KeptFile[]> {
  const wanted = files.some(({ stored }) => stored !== null)
  if (submissionId === null) return files.map((file) => toKept(file, { ignored: 'no_submission' }))
  if (!wanted) return files.map((file) => toKept(file, {}))
  const begins = await holdIntake(ctx, submissionId, { autoProcess: true })
  const kept: KeptFile[] = []
  for (const file of files) kept.push(await keepFile(ctx, submissionId, file))
  if (begins && kept.some(({ storageKey }) => storageKey !== null))
    await startIfAuto(ctx, submissionId)
  return kept
}

async function keepFile(ctx: Context, submissionId: string, file: FileOfMail): Promise<KeptFile> {
  const { stored } = file
  if (stored === null) return toKept(file, {})
  const contentType = await detectContentType(ctx, stored)
  if (contentType === null) return toKept(file, { ignored: 'unsupported_file_type' })
  const { count, twins } = await tallyBefore(ctx, submissionId, [stored.sha256])
  const twin = twins[stored.sha256]
  if (twin) return toKept(file, { ignored: 'duplicate_document', documentId: twin })
  if (count >= DOCUMENTS_MAX) return toKept(file, { ignored: 'too_many_files' })
  try {
    const given = { file: stored, contentType, options: AS_MAIL }
    const { id: documentId } = await insertFile(ctx, submissionId, given)
    return toKept(file, { documentId, storageKey: stored.storageKey })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'storage_quota_exceeded')
      return toKept(file, { ignored: error.code })
    throw error
  }
}

function toKept(
  { filename, contentType, sizeBytes, isInline, ignored }: FileOfMail,
  found: Partial<Pick<KeptFile, 'documentId' | 'storageKey' | 'ignored'>>,
): KeptFile {
  const file = { id: randomUUIDv7(), filename, contentType, sizeBytes, isInline }
  const { documentId = null, storageKey = null } = found
  return { ...file, ignored: ignored ?? found.ignored ?? null, documentId, storageKey }
}
