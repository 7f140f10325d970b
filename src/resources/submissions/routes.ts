import { Deleted, IdParams } from '../../platform/http/shapes.ts'
import { Reply, route } from '../../platform/route.ts'
import { createSubmission } from './create.ts'
import { expandParts } from './expand/expand.ts'
import { getByRef, listMatching } from './find.ts'
import { presentSubmission } from './present.ts'
import { removeSubmission } from './removal/remove.ts'
import {
  ExpandQuery, OneExpandedSubmission, OneSubmission, SubmissionCreate, SubmissionList, SubmissionPatch,
  SubmissionQuery, SubmissionRef,
} from './schemas.ts' // prettier-ignore
import { patchSubmission } from './update.ts'

export const submissionRoutes = [
  route({
    endpoint: 'POST /v1/submissions',
    summary: 'Create a submission',
    scope: 'submissions:write',
    status: 201,
    errors: ['external_id_exists', 'invalid_ein', 'field_given_twice'],
    shapes: { body: SubmissionCreate, returns: OneSubmission },
    handle: async ({ body }, ctx) => {
      const submission = await createSubmission(ctx, body)
      const data = await presentSubmission(ctx, submission)
      return new Reply({ body: { data }, headers: { location: `/v1/submissions/${submission.id}` } })
    },
  }),
  route({
    endpoint: 'GET /v1/submissions',
    summary: 'List submissions, newest first',
    scope: 'submissions:read',
    shapes: { query: SubmissionQuery, returns: SubmissionList },
    handle: async ({ query }, ctx) => listMatching(ctx, query),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id',
    summary: 'Get a submission by its id, or by ext: and your own identifier',
    scope: 'submissions:read',
    errors: ['submission_not_found'],
    shapes: { params: SubmissionRef, query: ExpandQuery, returns: OneExpandedSubmission },
    handle: async ({ params, query }, ctx) => {
      const submission = await getByRef(ctx, params.id)
      const parts = await expandParts(ctx, submission.id, query.expand ?? [])
      return { data: { ...(await presentSubmission(ctx, submission)), ...parts } }
    },
  }),
  route({
    endpoint: 'PATCH /v1/submissions/:id',
    summary: 'Change a submission; metadata is merged, null removes a key',
    scope: 'submissions:write',
    errors: [
      'submission_not_found', 'external_id_exists', 'invalid_ein', 'field_given_twice', 'invalid_state_transition',
      'version_conflict',
    ], // prettier-ignore
    shapes: { params: IdParams, body: SubmissionPatch, returns: OneSubmission },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const submission = await patchSubmission(ctx, params.id, { wish: body, ifMatch })
      return { data: await presentSubmission(ctx, submission) }
    },
  }),
  route({
    endpoint: 'DELETE /v1/submissions/:id',
    summary: 'Delete a submission with everything that belongs to it, at once and for good',
    scope: 'submissions:write',
    errors: ['submission_not_found'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params }, ctx) => {
      await removeSubmission(ctx, params.id)
      return { data: { id: params.id, deleted: true } }
    },
  }),
]
