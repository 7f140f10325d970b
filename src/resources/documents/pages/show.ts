import type { ShownPage } from '../../../parser/show-page.ts'
import type { Box } from '../../../core/statements/statement.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { Reply, type Body } from '../../../platform/route.ts'
import { getTransaction } from '../../records/transactions/store.ts'
import { auditDocument } from '../events.ts'
import { failureCode } from '../fail.ts'
import { readInSandbox } from '../reading/read.ts'
import { getDocument, type DocumentRow } from '../../records/documents/store.ts'
import type { PageParams, PageQuery } from './schemas.ts'

const DPI = 100
/** The file never changes; the text of a scan may, when another engine reads it. */
const CACHING = { 'cache-control': 'private, max-age=3600' }

/**
 * One page of a document, rendered in the sandbox at each call. Throws `document_not_found`,
 * `page_not_found`, `transaction_not_found` for a highlight that is not on the page, and what the
 * reader reports.
 */
export async function showPage(
  ctx: OutsideContext,
  { id, n: numeral }: Body<typeof PageParams>,
  { format = 'png', dpi = DPI, highlight }: Body<typeof PageQuery>,
): Promise<Reply> {
  const n = Number(numeral)
  const { document, box } = await ctx.transaction(async (own) => {
    const found = await getDocument(own, id)
    await auditDocument(own, found, { action: 'exported', summary: `Page ${n} shown as ${format}` })
    return {
      document: found,
      box: highlight ? await getBox(own, found, { id: highlight, n }) : null,
    }
  })
  const page = { number: n, format, dpi, highlight: box }
  const outcome = await readInSandbox(ctx, document, { task: 'page', page })
  if (!outcome.ok) throw new ApiError(failureCode(outcome.code))
  const shown = outcome.value as ShownPage
  if (shown.failure !== null) throw new ApiError(failureCode(shown.failure))
  if (!('pngBase64' in shown)) {
    const { failure: _, ...data } = shown
    return new Reply({ headers: CACHING, body: { data: { page: n, ...data } } })
  }
  const body = Buffer.from(shown.pngBase64, 'base64')
  const filename = `${document.displayName}-p${n}.png`
  const download = { contentType: 'image/png', filename, disposition: 'inline', body } as const
  return new Reply({ headers: CACHING, download: { ...download, sizeBytes: body.length } })
}

async function getBox(
  ctx: Context,
  document: DocumentRow,
  { id, n }: { id: string; n: number },
): Promise<Box> {
  const { documentId, page, box } = await getTransaction(ctx, id)
  if (documentId === document.id && page === n && box) return box as Box
  const message = 'The transaction is not on this page.'
  throw new ApiError('transaction_not_found', message, { param: 'highlight' })
}
