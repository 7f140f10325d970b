import { CONTAINERS } from '../../../core/statements/containers/index.ts'
import { IMAGE_TYPES } from '../../../core/statements/formats/image-types.ts'
import {
  isBai2,
  isCamt,
  isCfonb,
  isHtmlTable,
  isJson,
  isOfx,
  isPdf,
  isNorma43,
  isQif,
  isReportXml,
  isSwift,
  isTable,
  isXls,
  isXlsx,
} from '../../../core/statements/sniff.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { json } from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import type { StagedFile } from '../../../platform/route.ts'
import { XLSX_TYPE } from '../../../platform/wire/tables/xlsx.ts'
import { CLASSIFY_DOCUMENT } from '../../pipeline/runs/jobs.ts'
import { auditDocument, emitDocument } from '../events.ts'
import { failDocument } from '../fail.ts'
import { sealPassword } from '../password.ts'
import {
  getDocument,
  insertDocument,
  takeRoom,
  type DocumentRow,
} from '../../records/documents/store.ts'
import { isContainer, UNPACK_DOCUMENT } from './unpack-job.ts'

export const DOCUMENTS_MAX = 200
const MEBIBYTE = 1024 * 1024

/** Accepted formats, detected by content. */
const CONTENT_TYPES: { contentType: string; is: (bytes: Uint8Array) => boolean }[] = [
  { contentType: 'application/pdf', is: isPdf },
  ...IMAGE_TYPES,
  { contentType: XLSX_TYPE, is: isXlsx },
  ...CONTAINERS.map(({ contentType, sniff }) => ({ contentType, is: sniff })),
  { contentType: 'application/vnd.ms-excel', is: isXls },
  { contentType: 'application/vnd.ms-excel', is: isHtmlTable },
  { contentType: 'application/x-ofx', is: isOfx },
  { contentType: 'application/xml', is: isCamt },
  { contentType: 'application/vnd.decisionlogic+xml', is: isReportXml },
  { contentType: 'application/json', is: isJson },
  { contentType: 'application/x-bai2', is: isBai2 },
  { contentType: 'application/x-mt940', is: isSwift },
  { contentType: 'application/x-norma43', is: isNorma43 },
  { contentType: 'application/x-cfonb120', is: isCfonb },
  { contentType: 'application/x-qif', is: isQif },
  { contentType: 'text/csv', is: isTable },
]

/** The days that a file covers, as its sender states them; the balance in major units. */
export interface StatedOfFile {
  startDate: string
  endDate: string
  openingBalance: number | null
}

export interface FileOptions {
  documentClass: string | null
  password: string | null
  /** The year in which a statement ends, for print that names none. */
  statementYear?: number | null
  externalId: string | null
  metadata: Record<string, unknown>
  source: string
  /** The container it came in. */
  parentDocumentId?: string
  duplicateOf?: string | null
  stated?: StatedOfFile | null
}

export interface NewFile {
  file: StagedFile
  /** From `detectContentType`. */
  contentType: string | null
  options: FileOptions
}

/** The type of a stored file by its content, never by its name; null when it is not accepted. */
export async function detectContentType(
  ctx: Pick<Context, 'house' | 'environment'>,
  file: StagedFile,
): Promise<string | null> {
  const bytes = await readFile(ctx, file)
  return CONTENT_TYPES.find(({ is }) => is(bytes))?.contentType ?? null
}

export function readFile(
  { house, environment }: Pick<Context, 'house' | 'environment'>,
  { storageKey, wrappedKey }: StagedFile,
): Promise<Buffer> {
  return house.store.read(environment.id, storageKey, wrappedKey)
}

/** Throws `storage_quota_exceeded` when the file would exceed the tenant's quota. */
export async function requireRoom(
  ctx: Context,
  { sizeBytes }: Pick<StagedFile, 'sizeBytes'>,
): Promise<void> {
  const { storageQuotaMb } = ctx.house.config
  if (storageQuotaMb === 0) return
  const keptBytes = await takeRoom(ctx)
  if (keptBytes + sizeBytes <= storageQuotaMb * MEBIBYTE) return
  // What the lender keeps is not a broker's or an applicant's to know.
  if (ctx.actor.brokerId || ctx.actor.type === 'upload_link')
    throw new ApiError('storage_quota_exceeded', undefined, { param: 'file' })
  const [kept, added] = [keptBytes, sizeBytes].map((bytes) => (bytes / MEBIBYTE).toFixed(1))
  const message = `The tenant keeps ${kept} of ${storageQuotaMb} MiB, and the file has ${added} MiB.`
  throw new ApiError('storage_quota_exceeded', message, { param: 'file' })
}

/**
 * Adds a stored file to a submission as a document, which is returned, and queues its
 * classification or unpacking. An unsupported file becomes a failed document. Throws
 * `storage_quota_exceeded`.
 */
export async function insertFile(
  ctx: Context,
  submissionId: string,
  { file, contentType, options }: NewFile,
): Promise<DocumentRow> {
  const { documentClass, password } = options
  const isPacked = contentType !== null && isContainer(contentType)
  await requireRoom(ctx, file)
  const id = randomUUIDv7()
  const inserted = await insertDocument(ctx, {
    id,
    submission_id: submissionId,
    external_id: options.externalId,
    filename: file.filename,
    original_filename: file.filename,
    display_name: file.filename,
    content_type: contentType ?? 'application/octet-stream',
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    storage_key: file.storageKey,
    wrapped_key: file.wrappedKey,
    password_sealed: password === null ? null : sealPassword(ctx, id, password),
    statement_year: options.statementYear ?? null,
    // A container has no class; a given class applies to its members.
    document_class: isPacked ? null : documentClass,
    source: options.source,
    parent_document_id: options.parentDocumentId ?? null,
    duplicate_of: options.duplicateOf ?? null,
    metadata: json(options.metadata),
    stated_period: options.stated ? json(options.stated) : null,
  })
  await auditDocument(
    ctx,
    { id, submissionId },
    { action: 'created', summary: `Document uploaded (${file.sizeBytes} bytes)` },
  )
  await emitDocument(ctx, 'document.uploaded', inserted)
  const document = { documentId: id }
  if (isPacked)
    await enqueue(ctx, UNPACK_DOCUMENT, { ...document, documentClass }, { uniqueKey: id })
  else if (contentType !== null) await enqueue(ctx, CLASSIFY_DOCUMENT, document, { uniqueKey: id })
  else {
    await failDocument(ctx, { id, submissionId }, 'unsupported_file_type')
    return getDocument(ctx, id)
  }
  return inserted
}
