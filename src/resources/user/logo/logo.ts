import { measure, type Measure } from '../../../core/pictures/measure.ts'
import { sanitizeSvg } from '../../../core/pictures/svg.ts'
import { audit } from '../../../platform/audit.ts'
import type { Context, RequestContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { toApiError } from '../../../platform/errors/sqlstate.ts'
import { discard, putFile } from '../../../platform/http/multipart.ts'
import { Reply, type StagedFile } from '../../../platform/route.ts'
import { deleteLogo, findLogo, upsertLogo, type LogoRow } from './store.ts'

const BYTES_MAX = 2 * 1024 * 1024
const PIXELS_MAX = 2_000

/**
 * Replaces the tenant's logo; an SVG is reduced to its drawing elements. Throws `missing_file`,
 * `too_many_files`, `file_too_large`, `unsupported_file_type`, `image_too_large`.
 */
export async function takeLogo(ctx: RequestContext, files: StagedFile[]): Promise<object> {
  const [given, ...others] = files
  if (!given) throw new ApiError('missing_file', undefined, { param: 'file' })
  if (others.length > 0) throw new ApiError('too_many_files', 'A logo is one file.')
  if (given.sizeBytes > BYTES_MAX)
    throw new ApiError('file_too_large', 'A logo may have at most 2 MiB.', { param: 'file' })
  const bytes = await ctx.house.store.read(ctx.environment.id, given.storageKey, given.wrappedKey)
  const measured = measureLogo(bytes)
  const isSvg = measured.contentType === 'image/svg+xml'
  const kept = isSvg ? await putClean(ctx, given, bytes) : given
  const old = await ctx.transaction(findLogo)
  const result = await keep(ctx, kept, measured).catch(async (error: unknown) => {
    // After a server error the file stays: the commit may have succeeded without our knowing.
    if (isSvg && toApiError(error).status < 500) await discard(ctx.house, ctx.environment, [kept])
    throw error
  })
  const gone = [...(isSvg ? [given] : []), ...(old ? [{ ...given, ...old }] : [])]
  await discard(ctx.house, ctx.environment, gone)
  return result
}

function measureLogo(bytes: Buffer): Measure {
  const measured = measure(bytes)
  if (measured === null) {
    const message = 'A logo must be a PNG, JPEG, WebP or SVG image with a size.'
    throw new ApiError('unsupported_file_type', message, { param: 'file' })
  }
  const { width, height } = measured
  if (Math.max(width, height) <= PIXELS_MAX) return measured
  const message = `The image has ${width} × ${height} pixels; at most ${PIXELS_MAX} per side.`
  throw new ApiError('image_too_large', message, { param: 'file' })
}

function putClean(ctx: RequestContext, given: StagedFile, bytes: Buffer): Promise<StagedFile> {
  const content = Buffer.from(sanitizeSvg(bytes.toString('utf8'))!)
  return putFile(ctx.house, ctx.environment, { filename: given.filename, content })
}

function keep(ctx: RequestContext, file: StagedFile, measured: Measure): Promise<object> {
  return ctx.commit(async (own) => {
    const { sizeBytes, sha256, storageKey, wrappedKey } = file
    await upsertLogo(own, { ...measured, sizeBytes, sha256, storageKey, wrappedKey })
    await auditLogo(own, 'updated', `Logo of ${sizeBytes} bytes set`)
    return new Reply({
      body: { data: presentLogo(own, await getLogo(own)) },
      headers: { location: '/v1/user/logo' },
    })
  })
}

/** Throws `logo_not_found`. */
export async function getLogo(ctx: Context): Promise<LogoRow> {
  const logo = await findLogo(ctx)
  if (!logo) throw new ApiError('logo_not_found')
  return logo
}

/** The picture as an attachment, so that browsers never render it as a page of this host. */
export async function downloadLogo(
  ctx: Pick<Context, 'house' | 'environment'>,
  logo: LogoRow,
): Promise<Reply> {
  const { contentType, storageKey, wrappedKey } = logo
  const body = await ctx.house.store.read(ctx.environment.id, storageKey, wrappedKey)
  const filename = `logo.${contentType.slice('image/'.length).replace('+xml', '')}`
  return new Reply({
    download: { contentType, filename, disposition: 'attachment', body, sizeBytes: body.length },
  })
}

/** Throws `logo_not_found`. The file goes with the next sweep of the store. */
export async function removeLogo(ctx: Context): Promise<void> {
  await getLogo(ctx)
  await deleteLogo(ctx)
  await auditLogo(ctx, 'deleted', 'Logo deleted')
}

export function presentLogo(ctx: Pick<Context, 'house'>, logo: LogoRow) {
  const url = `${ctx.house.config.publicUrl}/v1/user/logo?download=true`
  const { contentType, width, height, sizeBytes, sha256, updatedAt } = logo
  return { url, contentType, width, height, sizeBytes, sha256, updatedAt }
}

async function auditLogo(
  ctx: Context,
  action: 'updated' | 'deleted',
  summary: string,
): Promise<void> {
  await audit(ctx, { action, resourceType: 'logo', resourceId: null, summary })
}
