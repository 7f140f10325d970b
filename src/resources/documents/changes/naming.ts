import type { Context } from '../../../platform/context.ts'
import { getSubmission, type SubmissionRow } from '../../records/submissions/store.ts'
import { findNaming, type DocumentRow, type Naming } from '../../records/documents/store.ts'
import { listCorrected } from '../../records/documents/field-review.ts'
import { ofFields } from './field-variables.ts'
import { fillTemplate, type NameVariables } from '../../file-rename-rules/name-template.ts'

const NAME_MAX = 200

/**
 * The name a template makes for a document, null when it is not usable. Throws
 * `invalid_format` for a variable or filter that does not exist.
 */
export async function nameByTemplate(
  ctx: Context,
  document: DocumentRow,
  template: string,
): Promise<string | null> {
  return usableName(fillTemplate(template, await loadVariables(ctx, document)), document)
}

/**
 * A name that is valid in every file system, with the extension of the file; null when no character
 * is left.
 */
export function usableName(given: string, document: DocumentRow): string | null {
  const clean = given
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '-')
    .trim()
    .slice(0, NAME_MAX)
  if (clean === '' || clean === '.' || clean === '..') return null
  return withExtension(clean, document)
}

/** The type of the file stays visible in its name. */
function withExtension(name: string, { originalFilename }: DocumentRow): string {
  // `.pdf` of `july.pdf`
  const [extension = ''] = /\.[A-Za-z0-9]{1,5}$/.exec(originalFilename) ?? []
  return name.toLowerCase().endsWith(extension.toLowerCase()) ? name : name + extension
}

async function loadVariables(ctx: Context, document: DocumentRow): Promise<NameVariables> {
  const submission = await getSubmission(ctx, document.submissionId)
  const naming = await findNaming(ctx, document)
  const corrected = (await listCorrected(ctx, [document])).get(document.id)
  return {
    ...ofDocument(document),
    ...ofStatement(document, naming),
    ...ofSubmission(submission),
    ...ofFields(document, corrected?.reading ?? null),
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
  return { company_name: companyInfo.name ?? null, external_id: externalId, submission_name: name }
}
