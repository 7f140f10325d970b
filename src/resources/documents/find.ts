import type { Context } from '../../platform/context.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { resolveFilterNames } from '../document-classes/find.ts'
import { toDocument } from './present.ts'
import type { DocumentQuery } from './schemas.ts'
import { DOCUMENT_SORTS, listDocuments } from '../records/documents/store.ts'

/** A page of the matching documents, as the response body. */
export async function listMatching(ctx: Context, query: DocumentQuery): Promise<object> {
  const page = parsePage(ctx, query, DOCUMENT_SORTS)
  const { documentClass, ...rest } = query
  const filter = {
    ...rest,
    ...(documentClass && { documentClass: await resolveFilterNames(ctx, documentClass) }),
  }
  return listBody(await listDocuments(ctx, filter, page), toDocument)
}
