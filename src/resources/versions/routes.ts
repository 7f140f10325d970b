import { route } from '../../platform/route.ts'
import { IdParams } from '../../platform/wire/shapes.ts'
import { readDiff, readVersions } from './diff.ts'
import { Diff, DiffQuery, Versions } from './schemas.ts'

export const versionRoutes = [
  route({
    endpoint: 'GET /v1/submissions/:id/versions',
    summary: 'The numbers of a submission each time they changed',
    description:
      'The last 200 versions, the newest first. The same numbers on the same basis are one.',
    scope: 'analytics:read',
    isAdditive: true,
    errors: ['submission_not_found'],
    shapes: { params: IdParams, returns: Versions },
    handle: async ({ params }, ctx) => ({ data: await readVersions(ctx, params.id) }),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/versions/diff',
    summary: 'What changed between two versions, metric by metric, and why',
    description:
      'Without `from` and `to`, between the last two. A cause stands with a metric when it can have ' +
      'touched it; the rows behind a metric are compared document by document.',
    scope: 'analytics:read',
    isAdditive: true,
    errors: ['submission_not_found', 'version_not_found'],
    shapes: { params: IdParams, query: DiffQuery, returns: Diff },
    handle: async ({ params, query }, ctx) => ({ data: await readDiff(ctx, params.id, query) }),
  }),
]
