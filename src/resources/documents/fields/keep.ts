import type { DocumentClass } from '../../../core/statements/document-class.ts'
import type { ExtractedDocument } from '../../../parser.ts'
import type { Context } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { countUsages } from '../../../platform/usage.ts'
import { FIELD_PARSERS } from '../../document-classes/schemas.ts'
import { listClassesInForce } from '../../document-classes/in-force.ts'
import { nameByRule } from '../changes/rename-by-rule.ts'
import { bumpData } from '../../pipeline/pipeline.ts'
import { FILL_SUBMISSION } from '../../pipeline/runs/jobs.ts'
import { fillsSubmission } from '../../records/iso-applications/store.ts'
import { dropRows } from '../changes/rows.ts'
import { emitDocument } from '../events.ts'
import { failDocument, failureCode } from '../fail.ts'
import type { ReadingParser } from '../schemas.ts'
import { settleDocument } from '../settle.ts'
import { getDocument, updateDocument, type DocumentRow } from '../../records/documents/store.ts'
import { upsertReading } from '../../records/documents/fields/store.ts'
import { computeReview } from '../../records/documents/field-review.ts'

/**
 * The class whose fields are read from the document; null when it is read as a statement. A
 * requested parser takes precedence over the class's own, and needs a class with fields.
 */
export async function findFieldClass(
  ctx: Context,
  { documentClass }: DocumentRow,
  requested?: ReadingParser,
): Promise<DocumentClass | null> {
  const found = (await listClassesInForce(ctx)).find(({ name }) => name === documentClass)
  const parser = requested ?? found?.parser
  const hasReader = FIELD_PARSERS.some((known) => known === parser)
  if (!found || !parser || !hasReader) return null
  return requested && found.extractionFields.length === 0 ? null : { ...found, parser }
}

/** Stores the fields and whether a person must review them. */
export async function keepFields(
  ctx: Context,
  document: DocumentRow,
  { reading, parser, pageCount, failure }: ExtractedDocument & { parser: string },
): Promise<void> {
  if (!reading) {
    await updateDocument(ctx, document.id, { page_count: pageCount })
    return failDocument(ctx, document, failureCode(failure?.code ?? 'no_text'))
  }
  const { id: documentId, submissionId } = document
  if (document.statementsCount > 0) await dropRows(ctx, document)
  await upsertReading(ctx, { documentId, submissionId, parser, content: reading })
  await updateDocument(ctx, documentId, {
    ...(await computeReview(ctx, document)),
    page_count: pageCount,
    problems: json([]),
    progress: 1,
    crashes: 0,
    error_code: null,
    error_message: null,
    parsed_at: new Date(ctx.house.now()).toISOString(),
  })
  if (await fillsSubmission(ctx, documentId))
    await enqueue(ctx, FILL_SUBMISSION, { documentId }, { uniqueKey: documentId })
  const after = await getDocument(ctx, documentId)
  await nameByRule(ctx, after)
  await bumpData(ctx, submissionId)
  await countUsages(ctx, { documents_processed: 1, pages_processed: pageCount ?? 0 })
  await emitDocument(ctx, 'document.parsed', after)
  await settleDocument(ctx, submissionId)
}
