import type { Context, OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { Reply, type Body } from '../../../platform/route.ts'
import { makeVariant, requireVariant, variantFile } from './variant.ts'
import type { ContentQuery, DownloadQuery } from '../schemas.ts'
import { findDocument, getDocument, type DocumentRow } from '../../records/documents/store.ts'
import { auditDocument } from '../events.ts'

const LINK_SECONDS = 300
const INLINE_BYTES_MAX = 20 * 1024 * 1024

/** The document, when it belongs to this submission. Throws `document_not_found`. */
export async function getOwnDocument(
  ctx: Context,
  { submissionId, id }: { submissionId: string; id: string },
): Promise<DocumentRow> {
  const document = await getDocument(ctx, id)
  if (document.submissionId !== submissionId) throw new ApiError('document_not_found')
  return document
}

/**
 * A link to the file, or to a PDF made from it, that needs no key until it expires. Throws
 * `document_not_found`, `not_ready`, `variant_unavailable`.
 */
export async function linkTo(ctx: Context, id: string, query: Body<typeof DownloadQuery>) {
  const document = await getDocument(ctx, id)
  const expiresAt = Math.floor(ctx.house.now() / 1000) + (query.expiresIn ?? LINK_SECONDS)
  const variant = query.variant ?? 'original'
  requireVariant(document, variant)
  const path = ctx.house.urlSigner.sign({
    path: `/v1/documents/${id}/content`,
    environmentId: ctx.environment.id,
    resourceId: id,
    expiresAt,
    disposition: query.disposition ?? 'attachment',
    variant,
  })
  await auditDocument(ctx, document, { action: 'downloaded', summary: 'Download link created' })
  const url = `${ctx.house.config.publicUrl}${path}`
  const link = { url, expiresAt: new Date(expiresAt * 1000).toISOString() }
  if (variant !== 'original')
    return { ...link, ...variantFile(document, variant), sizeBytes: null, sha256: null }
  const { displayName: filename, contentType, sizeBytes, sha256 } = document
  return { ...link, filename, contentType, sizeBytes, sha256 }
}

/**
 * The file behind a signed link, which needs no key: the signature covers the environment. Throws
 * `invalid_signature`, `document_not_found`, and what making a variant throws.
 */
export async function openLink(
  ctx: OutsideContext,
  id: string,
  query: Body<typeof ContentQuery>,
): Promise<Reply> {
  const { environment: environmentId, expires: expiresAt, disposition, signature } = query
  const { variant = 'original' } = query
  const path = `/v1/documents/${id}/content`
  const link = { path, environmentId, resourceId: id, expiresAt, disposition, variant }
  if (!ctx.house.urlSigner.verify(link, signature, ctx.house.now())) {
    throw new ApiError('invalid_signature')
  }
  const environment = { ...ctx.environment, id: environmentId }
  const document = await ctx.house.database.withEnvironment(environmentId, (db) =>
    findDocument({ ...ctx, environment, db }, id),
  )
  if (!document) throw new ApiError('document_not_found')
  if (variant !== 'original') {
    const file = variantFile(document, variant)
    const body = await makeVariant({ ...ctx, environment }, document, variant)
    return new Reply({ download: { ...file, disposition, body, sizeBytes: body.length } })
  }
  const { displayName: filename, contentType, sizeBytes } = document
  const body = await readFile({ ...ctx, environment }, document)
  return new Reply({ download: { contentType, filename, disposition, body, sizeBytes } })
}

/** The file inside a JSON response. Throws `file_too_large` above 20 MiB. */
export async function exportBase64(
  ctx: OutsideContext,
  ref: { submissionId: string; id: string },
): Promise<object> {
  const document = await ctx.transaction(async (own) => {
    const found = await getOwnDocument(own, ref)
    if (found.sizeBytes > INLINE_BYTES_MAX) {
      const message = 'Files of more than 20 MiB are not sent inside JSON; use the download link.'
      throw new ApiError('file_too_large', message)
    }
    await auditDocument(own, found, { action: 'exported', summary: 'Document exported as base64' })
    return found
  })
  const { displayName: filename, contentType, sizeBytes, sha256 } = document
  const contentBase64 = (await readFile(ctx, document)).toString('base64')
  return { filename, contentType, sizeBytes, sha256, contentBase64 }
}

/** A file that has a row but is missing from the store is a storage fault. */
async function readFile(
  { house, environment }: Pick<OutsideContext, 'house' | 'environment'>,
  { storageKey, wrappedKey }: DocumentRow,
): Promise<Buffer> {
  return house.store.read(environment.id, storageKey, wrappedKey).catch((error: unknown) => {
    throw new ApiError('storage_unavailable', undefined, {
      cause: error,
      headers: { 'retry-after': '5' },
    })
  })
}
