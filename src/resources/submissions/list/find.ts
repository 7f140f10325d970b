import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import type { Body } from '../../../platform/route.ts'
import { listFunders } from '../../funders/find.ts'
import { computeEinBlind } from '../../records/submissions/company.ts'
import { presentSubmissions } from '../../records/submissions/present.ts'
import type { SubmissionQuery } from '../schemas.ts'
import {
  findIdByExternalId,
  getSubmission,
  type SubmissionRow,
} from '../../records/submissions/store.ts'
import { listSubmissions, SUBMISSION_SORTS, type SubmissionFilter } from './store.ts'

const EXTERNAL = 'ext:'

/** The submission a path names, by its id or as `ext:` and its external id. */
export async function getByRef(ctx: Context, ref: string): Promise<SubmissionRow> {
  if (!ref.startsWith(EXTERNAL)) return getSubmission(ctx, ref)
  const id = await findIdByExternalId(ctx, ref.slice(EXTERNAL.length))
  if (id === null) throw new ApiError('submission_not_found')
  return getSubmission(ctx, id)
}

/** A page of the matching submissions. An EIN is searched by its keyed hash. */
export async function listMatching(
  ctx: Context,
  query: Body<typeof SubmissionQuery>,
): Promise<object> {
  const { ein, funderId, ...rest } = query
  const filter: SubmissionFilter = {
    ...rest,
    ...(ein === undefined ? {} : { einBlind: computeEinBlind(ctx, ein) }),
    ...(funderId === undefined ? {} : { funder: await funderFor(ctx, funderId) }),
  }
  const page = await listSubmissions(ctx, filter, parsePage(ctx, query, SUBMISSION_SORTS))
  const rows = await presentSubmissions(ctx, page.rows)
  return listBody({ ...page, rows })
}

/** The funder filter; an unknown funder matches no submission. */
async function funderFor(ctx: Context, id: string): Promise<SubmissionFilter['funder']> {
  const wanted = id.toLowerCase()
  const known = (await listFunders(ctx)).find((funder) => funder.id === wanted)
  return { id: wanted, registryId: known?.registryId ?? null }
}
