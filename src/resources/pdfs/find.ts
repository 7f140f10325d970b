import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { listClassesInForce } from '../document-classes/in-force.ts'
import { findLocked } from '../records/documents/store.ts'
import {
  DOCUMENT_SORTS,
  findDocument,
  listDocuments,
  type DocumentRow,
} from '../records/documents/store.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { presentPdfs } from './present.ts'
import type { PdfQuery } from './schemas.ts'

export interface PdfRef {
  id: string
  pid: string
}

/**
 * The documents of a submission with statements, or not yet classified. Throws
 * `submission_not_found`.
 */
export async function listPdfs(ctx: Context, id: string, query: PdfQuery): Promise<object> {
  const submission = await getSubmission(ctx, id)
  const page = parsePage(ctx, query, DOCUMENT_SORTS)
  const { status, reconciliationStatus, isLoaded } = query
  const filter = {
    submissionId: submission.id,
    bankClasses: await bankClasses(ctx),
    ...(status && { status }),
    ...(reconciliationStatus && { reconciliationStatus }),
    ...(isLoaded !== undefined && { isLoaded }),
  }
  const found = await listDocuments(ctx, filter, page)
  return listBody({ ...found, rows: await presentPdfs(ctx, found.rows) })
}

/** Any document of the submission; others than statements have none. Throws `pdf_not_found`. */
export async function getPdf(ctx: Context, { id, pid }: PdfRef): Promise<DocumentRow> {
  const document = await findDocument(ctx, pid)
  if (document?.submissionId !== id) throw new ApiError('pdf_not_found')
  return document
}

/** The same, locked after its submission. */
export async function holdPdf(ctx: Context, ref: PdfRef): Promise<DocumentRow> {
  const document = await findLocked(ctx, await getPdf(ctx, ref))
  if (!document) throw new ApiError('pdf_not_found')
  return document
}

/** The same of one that is read as statements. */
export async function holdBankPdf(ctx: Context, ref: PdfRef): Promise<DocumentRow> {
  const document = await holdPdf(ctx, ref)
  if (!isBanking(document, await bankClasses(ctx))) throw new ApiError('pdf_not_found')
  return document
}

/** Classes whose documents are read as statements. */
export async function bankClasses(ctx: Context): Promise<string[]> {
  const classes = await listClassesInForce(ctx)
  return classes.filter(({ parser }) => parser === 'bank_statement').map(({ name }) => name)
}

/** An unclassified PDF may be a statement. */
function isBanking(document: DocumentRow, classes: string[]): boolean {
  const { documentClass, statementsCount, contentType } = document
  if (documentClass === null) return contentType === 'application/pdf' || statementsCount > 0
  return statementsCount > 0 || classes.includes(documentClass)
}
