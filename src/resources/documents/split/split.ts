import type { SplitDocument } from '../../../parser.ts'
import type { Context, OutsideContext, RequestContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { Reply, type Body } from '../../../platform/route.ts'
import { resolveClassName } from '../../document-classes/find.ts'
import { listClassesForReader } from '../../document-classes/in-force.ts'
import { failureCode } from '../fail.ts'
import { toDocument } from '../present.ts'
import { readInSandbox } from '../reading/read.ts'
import type { DocumentSplit } from '../schemas.ts'
import { getDocument, listDocumentsById, type DocumentRow } from '../../records/documents/store.ts'
import { divide, requireSplittable } from './divide.ts'
import { checkRanges, type PageRange } from './ranges.ts'

type SplitInput = Body<typeof DocumentSplit>

/**
 * Splits a PDF or TIFF by page ranges, given or detected, into documents that share its file. The
 * parent is no longer counted unless `keep_original` is set. Throws `split_ranges_invalid`,
 * `not_ready`, `invalid_state_transition`, `invalid_document_class` and what the reader reports.
 */
export async function splitDocument(
  ctx: RequestContext,
  id: string,
  input: SplitInput,
): Promise<object> {
  if ((input.ranges === undefined) === (input.mode === undefined)) {
    throw new ApiError('missing_field', 'Send either ranges or mode.', { param: 'ranges' })
  }
  const { parent, given } = await ctx.transaction(async (own) => ({
    parent: requireSplittable(await getDocument(own, id)),
    given: await toRanges(own, input.ranges ?? []),
  }))
  const found = input.mode === 'auto' ? await findRanges(ctx, parent) : []
  const ranges = input.mode === 'auto' ? found : given
  const pageCount = parent.pageCount ?? found.at(-1)?.endPage
  if (pageCount === undefined) throw new ApiError('not_ready')
  checkRanges(ranges, { pageCount, coversAll: input.coverAll ?? false })
  const suggestions = input.mode === 'auto' ? found : ranges
  if (input.dryRun) {
    const data = { parent: toDocument(parent), children: [], suggestions }
    return new Reply({ status: 200, body: { data } })
  }
  if (ranges.length < 2 && input.mode === 'auto') throw wholeDocument()
  return ctx.commit(async (own) => {
    const ids = await divide(own, id, { ranges, keepsOriginal: input.keepOriginal ?? false })
    const children = await listDocumentsById(own, ids)
    const divided = toDocument(await getDocument(own, id))
    return { data: { parent: divided, children: children.map(toDocument), suggestions } }
  })
}

function wholeDocument(): ApiError {
  const message = 'The pages look like one document; send ranges to split it anyway.'
  return new ApiError('split_ranges_invalid', message, { param: 'mode' })
}

async function toRanges(
  ctx: Context,
  given: NonNullable<SplitInput['ranges']>,
): Promise<PageRange[]> {
  const ranges: PageRange[] = []
  for (const { startPage, endPage, documentClass, name = null } of given) {
    const known = documentClass ? await resolveClassName(ctx, documentClass) : null
    ranges.push({ startPage, endPage, documentClass: known, name })
  }
  return ranges
}

async function findRanges(ctx: OutsideContext, document: DocumentRow): Promise<PageRange[]> {
  const classes = await ctx.transaction((own) => listClassesForReader(own))
  const outcome = await readInSandbox(ctx, document, { task: 'split', classes })
  if (!outcome.ok) throw new ApiError(failureCode(outcome.code))
  const { parts, failure } = outcome.value as SplitDocument
  if (failure) throw new ApiError(failureCode(failure.code))
  return parts.map((part) => ({ ...part, name: null }))
}
