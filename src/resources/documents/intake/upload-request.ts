import type { Context, RequestContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { toApiError } from '../../../platform/errors/sqlstate.ts'
import { discard } from '../../../platform/http/multipart.ts'
import { mergeMetadata } from '../../../platform/wire/metadata.ts'
import { Reply, type StagedFile } from '../../../platform/route.ts'
import { resolveClassName } from '../../document-classes/find.ts'
import { readStated } from '../../records/transactions/facts/stated-periods.ts'
import { toDocument } from '../present.ts'
import type { StatedOfFile } from './insert-file.ts'
import type { DocumentUpload } from '../schemas.ts'
import { fetchFile } from './fetch.ts'
import { uploadDocuments } from './upload.ts'

interface Upload {
  files: StagedFile[]
  input: DocumentUpload
}

/**
 * Uploads the files of a request, or the one at its URL. Throws what `fetchFile`, `uploadDocuments`
 * and `resolveClassName` throw.
 */
export async function takeUpload(
  ctx: RequestContext,
  submissionId: string,
  { files, input }: Upload,
): Promise<object> {
  const { url, filename } = input
  if (url === undefined) {
    if (filename !== undefined) throw without('filename', 'goes with url or content_base64')
    return ctx.commit((own) => takeIn(own, submissionId, { files, input }))
  }
  if (files.length > 0) throw without('url', 'stands instead of a file; send one of the two')
  const fetched = [await fetchFile(ctx, url, filename)]
  try {
    return await ctx.commit((own) => takeIn(own, submissionId, { files: fetched, input }))
  } catch (error) {
    // After a server error the files stay: the commit may have succeeded without our knowing.
    if (toApiError(error).status < 500) await discard(ctx.house, ctx.environment, fetched)
    throw error
  }
}

/** The currency is that of the statement, so the balance stays as it was sent. */
function readStatedUpload({ period, openingBalance }: DocumentUpload): StatedOfFile | null {
  const known = readStated({ period, openingBalance }, 'USD')
  if (known === null) return null
  return { ...known, openingBalance: openingBalance ?? null }
}

function without(param: string, rule: string): ApiError {
  return new ApiError('invalid_format', `${param} ${rule}.`, { param })
}

async function takeIn(
  ctx: Context,
  submissionId: string,
  { files, input }: Upload,
): Promise<object> {
  const { documentClass, password = null, externalId = null, autoProcess = true } = input
  const { statementYear = null } = input
  const options = {
    documentClass: documentClass === undefined ? null : await resolveClassName(ctx, documentClass),
    password,
    statementYear,
    externalId,
    metadata: mergeMetadata({}, input.metadata ?? {}),
    autoProcess,
    stated: readStatedUpload(input),
    allowDuplicate: input.allowDuplicate ?? false,
    source: 'upload',
  }
  const documents = await uploadDocuments(ctx, submissionId, { files, options })
  const [only, ...others] = documents.map(toDocument)
  if (others.length > 0) return { data: [only, ...others], hasMore: false, nextCursor: null }
  return new Reply({ body: { data: only }, headers: { location: `/v1/documents/${only!.id}` } })
}
