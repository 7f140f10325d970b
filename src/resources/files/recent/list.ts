import type { Context } from '../../../platform/context.ts'
import { slicePage } from '../../../platform/db/page.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import { resolveFilterNames } from '../../document-classes/find.ts'
import { toDocument } from '../../documents/present.ts'
import { listDocumentsById } from '../../records/documents/store.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import type { RecentFileQuery } from '../schemas.ts'
import { listByClass } from './store.ts'

const SORTS = ['-created_at']

/**
 * The newest documents of each class of a submission. Throws `submission_not_found`,
 * `invalid_document_class`.
 */
export async function listRecentFiles(
  ctx: Context,
  submissionId: string,
  query: RecentFileQuery,
): Promise<object> {
  const { id } = await getSubmission(ctx, submissionId)
  const { documentClass, perClass = 1 } = query
  const names = documentClass === undefined ? null : await resolveFilterNames(ctx, documentClass)
  const found = (await listByClass(ctx, id, names)).map((one) => ({
    ...one,
    id: one.documentClass,
  }))
  const page = slicePage(found, parsePage(ctx, query, SORTS), ctx.house.cursors)
  const shown = page.rows.flatMap(({ documentIds }) => documentIds.slice(0, perClass))
  const rows = await listDocumentsById(ctx, shown)
  const documents = new Map(rows.map((row) => [row.id, toDocument(row)]))
  return listBody(page, ({ documentClass: name, documentIds }) => {
    const [newest, ...olderIds] = documentIds
    const own = documentIds.slice(0, perClass).map((one) => documents.get(one)!)
    const document = documents.get(newest!)!
    return { documentClass: name, document, documents: own, count: documentIds.length, olderIds }
  })
}
