import { resolveEntities, type ResolvedThing } from '../../../core/entities/resolve.ts'
import { hasScope } from '../../../core/values/access/actor.ts'
import type { Context } from '../../../platform/context.ts'
import { slicePage } from '../../../platform/db/page.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import type { Body } from '../../../platform/route.ts'
import { loadFreshLedger, loadLedger } from '../../ledgers/ledgers.ts'
import { entitiesNamed } from '../find.ts'
import { listEntities } from '../in-force.ts'
import { getSubmission, type SubmissionRow } from '../../records/submissions/store.ts'
import { presentValue } from './present.ts'
import type { AttributeQuery } from './schemas.ts'
import { listOverrides } from './store.ts'
import { collectClaims, type ReadLedger } from './claims.ts'

const SORTS = ['entity']

/**
 * The attribute values of a submission that a query selects. Throws `submission_not_found`,
 * `invalid_parameter`.
 */
export async function listAttributeValues(
  ctx: Context,
  submissionId: string,
  query: Body<typeof AttributeQuery>,
): Promise<object> {
  const { entity, attribute, sourceType, includeCandidates = true } = query
  const submission = await getSubmission(ctx, submissionId)
  const names = entity === undefined ? undefined : [entity]
  const wanted = new Set((await entitiesNamed(ctx, names, 'entity')).map(({ name }) => name))
  const isOpen = hasScope(ctx.actor, 'pii:read')
  const values = (await resolveSubmission(ctx, submission, loadLedger))
    .filter((thing) => wanted.has(thing.entity.name))
    .flatMap((thing) => thing.values)
    .filter((value) => attribute === undefined || value.attribute.name === attribute)
    .filter(
      ({ source, candidates }) =>
        sourceType === undefined ||
        [source, ...candidates.map((each) => each.source)].some((own) => own?.type === sourceType),
    )
    .map((value) => presentValue(value, { isOpen }))
  const page = parsePage(ctx, query, SORTS)
  return listBody(slicePage(values, page, ctx.house.cursors), (value) =>
    includeCandidates ? value : { ...value, candidates: [] },
  )
}

/**
 * Every record of a submission with its values, unmasked. A caller that has written nothing in this
 * transaction may pass `loadLedger`, which can come from the cache.
 */
export async function resolveSubmission(
  ctx: Context,
  submission: SubmissionRow,
  readLedger: ReadLedger = loadFreshLedger,
): Promise<ResolvedThing[]> {
  const entities = await listEntities(ctx)
  const claims = await collectClaims(ctx, submission, { entities, readLedger })
  return resolveEntities(entities, claims, await listOverrides(ctx, submission.id))
}
