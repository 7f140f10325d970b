import type { Context } from '../../platform/context.ts'
import { toDocument } from '../documents/present.ts'
import type { DocumentRow } from '../records/documents/store.ts'
import { toStatement } from '../documents/parsed/parsed-submissions.ts'
import { listParsedStatements } from '../documents/parsed/store.ts'
import { countLoadedRows } from './store.ts'

/** Documents with facts of the file and their statements. */
export async function presentPdfs(ctx: Context, rows: readonly DocumentRow[]): Promise<object[]> {
  const ids = rows.map(({ id }) => id)
  const statements = Map.groupBy(
    await listParsedStatements(ctx, ids),
    ({ documentId }) => documentId,
  )
  const loaded = await countLoadedRows(ctx, ids)
  return rows.map((row) => ({
    ...toDocument(row),
    ...presentFacts(row),
    currency: row.currency,
    isLoaded: row.isIncluded && row.statementsCount > 0,
    loadedTransactionsCount: loaded.get(row.id) ?? 0,
    review: row.review,
    statements: (statements.get(row.id) ?? []).map(toStatement),
  }))
}

export async function presentPdf(ctx: Context, row: DocumentRow): Promise<object> {
  const [shown] = await presentPdfs(ctx, [row])
  return shown!
}

/** Metadata of the file; null where it has none. */
function presentFacts({ facts }: DocumentRow): object {
  return {
    producer: facts?.['producer'] ?? null,
    creator: facts?.['creator'] ?? null,
    pdfVersion: facts?.['pdfVersion'] ?? null,
    createdAtInPdf: facts?.['createdAtInPdf'] ?? null,
    modifiedAtInPdf: facts?.['modifiedAtInPdf'] ?? null,
    hasTextLayer: facts?.['hasTextLayer'] ?? null,
    isEncrypted: facts?.['isEncrypted'] ?? null,
    revisionsCount: facts?.['revisionsCount'] ?? null,
  }
}
