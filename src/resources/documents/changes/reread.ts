import type { PageSpan } from '../../../core/statements/statement.ts'
import type { Context } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { refuseDisabled } from '../../records/data-sources/keep.ts'
import { resolveClassName } from '../../document-classes/find.ts'
import { listClassesInForce } from '../../document-classes/in-force.ts'
import { bumpData, onDocumentQueued } from '../../pipeline/pipeline.ts'
import { classifyDocumentJob } from '../classify.ts'
import { auditDocument, emitDocumentEvent } from '../events.ts'
import { isSettled } from '../../records/documents/lifecycle.ts'
import { findFieldClass } from '../fields/keep.ts'
import { deleteReading } from '../../records/documents/fields/store.ts'
import { passOn } from '../pass-on.ts'
import { parseDocumentJob } from '../reading/parse.ts'
import { sealPassword } from '../password.ts'
import type { DocumentReclassify, DocumentReparse, ReadingParser } from '../schemas.ts'
import {
  getDocument,
  updateDocument,
  type DocumentRow,
  type StoredClassification,
} from '../../records/documents/store.ts'
import { dropRows, getLockedDocument } from './rows.ts'

const AFRESH = { progress: 0, error_code: null, error_message: null, crashes: 0 }

/**
 * Reads a document again. Throws `already_processing`, `invalid_state_transition`,
 * `password_protected`, `page_not_found`.
 */
export async function reparseDocument(
  ctx: Context,
  id: string,
  input: DocumentReparse,
): Promise<DocumentRow> {
  const document = await getLockedDocument(ctx, id)
  requireReadable(document)
  if (document.source === 'provider') {
    const message = 'The payload of a provider is read by its import; import it again.'
    throw new ApiError('invalid_state_transition', message)
  }
  if (!isSettled(document.status)) throw new ApiError('already_processing')
  await refuseDisabled(ctx, id)
  if (input.password !== undefined) {
    await updateDocument(ctx, id, { password_sealed: sealPassword(ctx, id, input.password) })
  } else if (document.errorCode === 'password_protected') {
    throw new ApiError('password_protected', undefined, { param: 'password' })
  }
  const { statementYear } = input
  const year = statementYear === undefined ? {} : { statement_year: statementYear }
  await updateDocument(ctx, id, { ...AFRESH, ...year })
  await restart(ctx, document, input)
  await auditDocument(ctx, document, {
    action: 'updated',
    summary: 'Reading of the document restarted',
  })
  return getDocument(ctx, id)
}

/** Starts with classification when the class is unknown, else with reading. */
async function restart(
  ctx: Context,
  document: DocumentRow,
  { force = false, parser = force ? 'bank_statement' : undefined, ocr, pages }: DocumentReparse,
): Promise<void> {
  const { id } = document
  const choice = { ocr, pages: pages === undefined ? undefined : parseSpan(pages, document) }
  if (document.classification === null) {
    await updateDocument(ctx, id, { status: 'uploaded' })
    await enqueue(ctx, classifyDocumentJob, { documentId: id, ...choice }, { uniqueKey: id })
    await onDocumentQueued(ctx, document.submissionId)
  } else if (parser) {
    await requireFields(ctx, document, parser)
    await updateDocument(ctx, id, { status: 'queued' })
    const payload = { documentId: id, parser, ...choice }
    await enqueue(ctx, parseDocumentJob, payload, { uniqueKey: id })
    await onDocumentQueued(ctx, document.submissionId)
  } else {
    await passOn(ctx, document, { isTentative: document.documentClass === 'other', choice })
  }
}

/** Throws `invalid_state_transition` when fields are to be read and the class has none. */
async function requireFields(
  ctx: Context,
  document: DocumentRow,
  parser: ReadingParser,
): Promise<void> {
  if (parser === 'bank_statement' || (await findFieldClass(ctx, document, parser))) return
  const message = `The class ${document.documentClass} has no fields to be read.`
  throw new ApiError('invalid_state_transition', message, { param: 'parser' })
}

/** `2-4` as a span, within the document's own pages. Throws `page_not_found`. */
function parseSpan(pages: string, { pageStart, pageEnd, pageCount }: DocumentRow): PageSpan {
  const [first, last = first] = pages.split('-').map(Number)
  const end = pageEnd ?? pageCount ?? Infinity
  if (first! > last! || first! < (pageStart ?? 1) || last! > end)
    throw new ApiError('page_not_found', undefined, { param: 'pages' })
  return { start: first!, end: last! }
}

/**
 * Sets the class of a document by hand; later classifications do not change it. Throws
 * `invalid_document_class`, `invalid_state_transition`.
 */
export async function reclassifyDocument(
  ctx: Context,
  id: string,
  input: DocumentReclassify,
): Promise<DocumentRow> {
  const documentClass = await resolveClassName(ctx, input.documentClass)
  const document = await getLockedDocument(ctx, id)
  const rereads = input.reparse ?? true
  if (rereads) requireReadable(document)
  const classification: StoredClassification = {
    class: documentClass,
    confidence: 1,
    method: 'user',
    candidates: document.classification?.candidates ?? [],
    cues: [],
    classifiedAt: new Date(ctx.house.now()).toISOString(),
    isUserSet: true,
  }
  await updateDocument(ctx, id, {
    document_class: documentClass,
    document_subtype: input.documentSubtype ?? null,
    classification: json(classification),
  })
  await emitDocumentEvent(ctx, 'document.classified', id)
  if (rereads) await readAs(ctx, document, documentClass)
  await auditDocument(ctx, document, {
    action: 'updated',
    summary: `Document classified as ${documentClass}`,
  })
  return getDocument(ctx, id)
}

/** Deletes rows that the new class cannot have, and reads the document again. */
async function readAs(ctx: Context, document: DocumentRow, documentClass: string): Promise<void> {
  const classes = await listClassesInForce(ctx)
  const parser = classes.find(({ name }) => name === documentClass)?.parser
  if (parser !== 'bank_statement' && document.statementsCount > 0) {
    await dropRows(ctx, document)
    await bumpData(ctx, document.submissionId)
  }
  await deleteReading(ctx, document.id)
  await updateDocument(ctx, document.id, AFRESH)
  await passOn(ctx, await getDocument(ctx, document.id), { isTentative: false })
}

function requireReadable({ status }: DocumentRow): void {
  if (status !== 'excluded' && status !== 'split') return
  const remedy = status === 'excluded' ? 'include it first' : 'its parts are read instead'
  const message = `The document is ${status}; ${remedy}.`
  throw new ApiError('invalid_state_transition', message)
}
