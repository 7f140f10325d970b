import type { Context } from '../../../platform/context.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import type { Body } from '../../../platform/route.ts'
import { listFunders } from '../../funders/find.ts'
import { computeEinBlind } from '../../records/submissions/company.ts'
import { presentSubmissions } from '../../records/submissions/present.ts'
import type { SubmissionQuery } from '../schemas.ts'
import { listSubmissions, SUBMISSION_SORTS, type SubmissionFilter } from './store.ts'

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
