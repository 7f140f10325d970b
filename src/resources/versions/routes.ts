import { route } from '../../platform/route.ts'
import { IdParams } from '../../platform/wire/shapes.ts'
import { readDiff, readVersions } from './diff.ts'
import { Diff, DiffQuery, Versions } from './schemas.ts'

export const versionRoutes = [
  route({
    endpoint: 'GET /v1/submissions/:id/versions',
    summary: 'List the versions of the numbers of a submission',
    description: 'The last 200 versions, newest first; unchanged numbers make no new version.',
    scope: 'analytics:read',
    isAdditive: true,
    errors: ['submission_not_found'],
    shapes: { params: IdParams, returns: Versions },
    handle: async ({ params }, ctx) => ({ data: await readVersions(ctx, params.id) }),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/versions/diff',
    summary: 'Compare two versions metric by metric, with the causes of changes',
    description:
      'Default: the last two versions. A metric lists the causes that can have affected it; the rows ' +
      'behind a metric are compared document by document.',
    scope: 'analytics:read',
    isAdditive: true,
    errors: ['submission_not_found', 'version_not_found'],
    shapes: { params: IdParams, query: DiffQuery, returns: Diff },
    handle: async ({ params, query }, ctx) => ({ data: await readDiff(ctx, params.id, query) }),
  }),
]
