import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { toParsedSubmission } from '../parsed/parsed-submissions.ts'
import { listParsedStatements } from '../parsed/store.ts'
import { presentReading, type FieldDetail } from '../fields/present.ts'
import { listCorrected } from '../../records/documents/field-review.ts'
import { getDocument } from '../../records/documents/store.ts'

/** What was read from one document. Throws `document_not_found`, `not_ready`. */
export async function getParsedResults(
  ctx: Context,
  id: string,
  details?: readonly FieldDetail[],
): Promise<object> {
  const document = await getDocument(ctx, id)
  if (document.parsedAt === null && document.status !== 'failed') throw new ApiError('not_ready')
  const corrected = (await listCorrected(ctx, [document])).get(id)
  const statements = await listParsedStatements(ctx, [id])
  return {
    ...toParsedSubmission(document, statements, corrected),
    ...(corrected ? presentReading(ctx, corrected, details) : {}),
  }
}

/** The document's statements alone, as `expand=statements` shows them. */
export async function listStatements(ctx: Context, id: string): Promise<object[]> {
  const document = await getDocument(ctx, id)
  const rows = await listParsedStatements(ctx, [id])
  const { statements } = toParsedSubmission(document, rows) as { statements: object[] }
  return statements
}
