import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { listBody, pageOf } from '../../../platform/wire/list-query.ts'
import type { Body } from '../../../platform/route.ts'
import { einBlindOf } from '../company.ts'
import { presentSubmissions } from '../present.ts'
import type { SubmissionQuery } from '../schemas.ts'
import { findIdByExternalId, getSubmission, type SubmissionRow } from '../store.ts'
import { countSubmissions, listSubmissions, SUBMISSION_SORTS } from './store.ts'

const EXTERNAL = 'ext:'

/** The submission a path names, by its id or as `ext:` and its external id. */
export async function getByRef(ctx: Context, ref: string): Promise<SubmissionRow> {
  if (!ref.startsWith(EXTERNAL)) return getSubmission(ctx, ref)
  const id = await findIdByExternalId(ctx, ref.slice(EXTERNAL.length))
  if (id === null) throw new ApiError('submission_not_found')
  return getSubmission(ctx, id)
}

/** A page of the submissions a query asks for. An EIN is looked up by its keyed hash. */
export async function listMatching(
  ctx: Context,
  query: Body<typeof SubmissionQuery>,
): Promise<object> {
  const { ein, ...rest } = query
  const filter = ein === undefined ? rest : { ...rest, einBlind: einBlindOf(ctx, ein) }
  const page = await listSubmissions(ctx, filter, pageOf(ctx, query, SUBMISSION_SORTS))
  const rows = await presentSubmissions(ctx, page.rows)
  const meta = query.includeTotal ? { total_count: await countSubmissions(ctx, filter) } : undefined
  return listBody({ rows, nextCursor: page.nextCursor }, (row) => row, meta)
}
