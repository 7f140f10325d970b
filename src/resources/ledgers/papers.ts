import type { DocumentFacts } from '../../core/analytics/documents.ts'
import type { Context } from '../../platform/context.ts'
import { listCorrected } from '../records/documents/field-review.ts'
import { listReadDocuments } from '../records/documents/fields/store.ts'

/** The corrected fields of the submission's documents other than bank statements. */
export async function listPapers(ctx: Context, submissionId: string): Promise<DocumentFacts[]> {
  const documents = await listReadDocuments(ctx, submissionId)
  if (documents.length === 0) return []
  const corrected = await listCorrected(ctx, documents)
  return documents.flatMap(({ id, documentClass, documentSubtype: subtype }) => {
    const reading = corrected.get(id)?.reading
    if (!reading || documentClass === null) return []
    const tables = reading.tables.map(({ name, rows }) => ({
      name,
      rows: rows.map(({ page, values }) => ({ ...values, page })),
    }))
    const { fields, currency } = reading
    return [{ id, documentClass, subtype, currency, fields, tables }]
  })
}
