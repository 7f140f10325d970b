import { settleItems } from '../../core/analytics/stips/settled.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { StagedFile } from '../../platform/route.ts'
import { uploadDocuments } from '../documents/intake/upload.ts'
import { listMissingItems, readLenderName } from '../email-templates/values.ts'
import { countUse, listBroughtFiles, UPLOAD_LINK_ROWS, type UploadLinkRow } from './store.ts'

const OPTIONS = {
  documentClass: null,
  password: null,
  externalId: null,
  source: 'upload',
  autoProcess: true,
  allowDuplicate: false,
}

/** What whoever holds the link sees. Throws `upload_link_not_found`. */
export async function openUploadLink(ctx: Context, id: string): Promise<object> {
  return present(ctx, await getOwnLink(ctx, id))
}

/**
 * Adds files to the deal of the link, all or none. Throws `upload_link_not_found`, and what
 * `uploadDocuments` throws, without what the deal has.
 */
export async function bringFiles(ctx: Context, id: string, files: StagedFile[]): Promise<object> {
  const link = await getOwnLink(ctx, id)
  const options = { ...OPTIONS, metadata: { upload_link_id: id } }
  try {
    await uploadDocuments(ctx, link.submissionId, { files, options })
  } catch (error) {
    throw withoutId(error)
  }
  await countUse(ctx, id, files.length)
  return present(ctx, link)
}

/** A link opens itself alone; to a key each of its tenant is open. */
async function getOwnLink(ctx: Context, id: string): Promise<UploadLinkRow> {
  const { type, id: own } = ctx.actor
  if (type === 'upload_link' && own !== id) throw new ApiError('upload_link_not_found')
  return UPLOAD_LINK_ROWS.get(ctx, id)
}

async function present(ctx: Context, link: UploadLinkRow): Promise<object> {
  const { id, expiresAt, submissionId } = link
  const items = settleItems(link.items, await listMissingItems(ctx, submissionId))
  const files = await listBroughtFiles(ctx, link)
  return { id, lenderName: await readLenderName(ctx), expiresAt, items, files }
}

/** The id of the document that is there already is the lender's. */
function withoutId(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'duplicate_document') return error
  return new ApiError('duplicate_document', 'The same file was received before.')
}
