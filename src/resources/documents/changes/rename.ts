import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { getSubmission, type SubmissionRow } from '../../submissions/store.ts'
import type { DocumentRename } from '../schemas.ts'
import { findNaming, getDocument, updateDocument, type DocumentRow, type Naming } from '../store.ts'
import { fillTemplate, type NameVariables } from './name-template.ts'
import { getLockedDocument } from './rows.ts'

const NAME_MAX = 200

/**
 * Names a document, by hand or by a template. Throws `document_not_found`, `missing_field`,
 * `invalid_format`.
 */
export async function renameDocument(
  ctx: Context,
  id: string,
  { submissionId, wish }: { submissionId: string; wish: DocumentRename },
): Promise<DocumentRow> {
  const { name, template } = wish
  const document = await getLockedDocument(ctx, id)
  if (document.submissionId !== submissionId) throw new ApiError('document_not_found')
  if ((name === undefined) === (template === undefined)) {
    throw new ApiError('missing_field', 'Send either name or template.', { param: 'name' })
  }
  const wished = name ?? fillTemplate(template!, await variablesOf(ctx, document))
  const filename = withExtension(
    safeName(wished, name === undefined ? 'template' : 'name'),
    document,
  )
  await updateDocument(ctx, id, { filename, display_name: filename })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'document',
    resourceId: id,
    submissionId,
    summary: 'Document renamed',
  })
  return getDocument(ctx, id)
}

/**
 * A name that is one name everywhere: without folders and without characters that a file system
 * refuses.
 */
function safeName(wished: string, param: string): string {
  const clean = wished
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '-')
    .trim()
    .slice(0, NAME_MAX)
  if (clean !== '' && clean !== '.' && clean !== '..') return clean
  throw new ApiError('invalid_format', `${param} gives no usable name.`, { param })
}

/** The type of the file stays visible in its name. */
function withExtension(name: string, { originalFilename }: DocumentRow): string {
  // `.pdf` of `july.pdf`
  const [extension = ''] = /\.[A-Za-z0-9]{1,5}$/.exec(originalFilename) ?? []
  return name.toLowerCase().endsWith(extension.toLowerCase()) ? name : name + extension
}

async function variablesOf(ctx: Context, document: DocumentRow): Promise<NameVariables> {
  const submission = await getSubmission(ctx, document.submissionId)
  const naming = await findNaming(ctx, document)
  return {
    ...ofDocument(document),
    ...ofStatement(document, naming),
    ...ofSubmission(submission),
    // Of documents other than statements, which are not read yet.
    owner_name: null,
    form_number: null,
    tax_year: null,
  }
}

function ofDocument(document: DocumentRow): NameVariables {
  return {
    document_class: document.documentClass,
    subtype: document.documentSubtype,
    institution_name: document.institutionName,
    page_count: document.pageCount === null ? null : String(document.pageCount),
    original_filename: document.originalFilename.replace(/\.[^.]*$/, ''),
    uploaded_date: document.createdAt.slice(0, 10),
  }
}

function ofStatement({ periodStart, periodEnd }: DocumentRow, naming: Naming): NameVariables {
  return {
    start_date: periodStart,
    end_date: periodEnd,
    statement_month: periodEnd?.slice(0, 7) ?? null,
    year: periodEnd?.slice(0, 4) ?? null,
    account_last4: naming.accountLast4,
    account_type: naming.accountType,
    holder_name: naming.holderName,
    index: String(naming.index),
  }
}

function ofSubmission({ name, externalId, companyInfo }: SubmissionRow): NameVariables {
  return {
    company_name: companyInfo.name ?? null,
    external_id: externalId,
    submission_name: name,
  }
}
