import { createMatchCheck } from '../../platform/http/respond.ts'
import { Reply, route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { changeFunder, createFunder, removeFunder } from './define.ts'
import { getFunder, listLinked, listMatching, presentFunder, type FunderRecord } from './find.ts'
import { linkSubmission, moveLink } from './links/link.ts'
import { listFunderLinks, presentLink } from './links/present.ts'
import {
  LinkCreate,
  LinkList,
  LinkParams,
  LinkPatch,
  LinkQuery,
  OneLink,
  OneSendingPreview,
  SubmissionFunderList,
  SubmissionParams,
} from './links/schemas.ts'
import { previewSending } from './links/sending/preview.ts'
import type { LinkRow } from './links/store.ts'
import { listSubmissionFunders, matchSubmission } from './match/match.ts'
import { MatchResponse, MatchInput, SubmissionFunderQuery } from './match/schemas.ts'
import { changePolicy, createPolicy, presentPolicy, removePolicy } from './policies/define.ts'
import {
  FunderParams,
  FunderPolicyCreate,
  FunderPolicyList,
  FunderPolicyParams,
  FunderPolicyPatch,
  FunderPolicyQuery,
  OneFunderPolicy,
} from './policies/schemas.ts'
import { getPolicy, listPolicies, POLICY_SORTS } from './policies/store.ts'
import {
  FunderCreate,
  FunderList,
  FunderPatch,
  FunderQuery,
  LinkedQuery,
  OneFunder,
} from './schemas.ts'

/** What a policy can be refused for. */
const OF_CRITERIA = [
  'duplicate_name', 'document_not_found', 'invalid_document_class', 'invalid_type', 'invalid_enum',
  'invalid_metric', 'invalid_operator', 'invalid_expression', 'invalid_date', 'invalid_date_range',
  'invalid_format', 'missing_field', 'unknown_field', 'out_of_range', 'too_many', 'too_long',
] as const // prettier-ignore

/** What the address of a funder's intake can be refused for. */
const OF_API_CONFIG = ['invalid_url', 'url_not_allowed'] as const

const OF_SENDING = [
  'With `send: true` it is sent by the funder’s `submission_channel`: by mail, or with one POST to the',
  '`url` of its `api_config`. That has `id` (of this link), `submission {id, external_id, name,',
  'company_info}` with the EIN masked, `requested`, `consent`, `notes`, `metrics {monthly_true_revenue,',
  'average_daily_balance, as_of}` or null, and `documents[] {id, class, filename, content_type,',
  'size_bytes, sha256, content}` in base64; its `Idempotency-Key` is the same at each try. Any 2xx is',
  '`submitted`, and `id` or `reference` of the response becomes `external_reference`.',
].join(' ')

export const funderRoutes = [
  route({
    endpoint: 'GET /v1/submissions/:sid/funders',
    summary: 'List the funders of a submission with links and best matches',
    scope: 'funders:read',
    errors: ['submission_not_found'],
    shapes: {
      params: SubmissionParams,
      query: SubmissionFunderQuery,
      returns: SubmissionFunderList,
    },
    handle: async ({ params, query }, ctx) => listSubmissionFunders(ctx, params.sid, query),
  }),
  route({
    endpoint: 'POST /v1/submissions/:sid/funders/match',
    summary: 'Match a submission with every active policy of your funders',
    scope: 'funders:write',
    cost: 'heavy',
    errors: [
      'submission_not_found',
      'funder_not_found',
      'funder_policy_not_found',
      'invalid_amount',
    ],
    shapes: { params: SubmissionParams, body: MatchInput, returns: MatchResponse },
    handle: async ({ params, body }, ctx) =>
      new Reply({ json: await matchSubmission(ctx, params.sid, body) }),
  }),
  route({
    endpoint: 'POST /v1/funders',
    summary: 'Add a funder of your own',
    scope: 'funders:write',
    status: 201,
    errors: ['duplicate_name', 'too_many', 'too_long', ...OF_API_CONFIG],
    shapes: { body: FunderCreate, returns: OneFunder },
    handle: async ({ body }, ctx) => {
      const created = await createFunder(ctx, body)
      const data = await presentFunder(ctx, created)
      return new Reply({ body: { data }, headers: { location: `/v1/funders/${created.id}` } })
    },
  }),
  route({
    endpoint: 'GET /v1/funders',
    summary: 'List funders by name: the registry and your own',
    scope: 'funders:read',
    shapes: { query: FunderQuery, returns: FunderList },
    handle: async ({ query }, ctx) => listMatching(ctx, query),
  }),
  route({
    endpoint: 'GET /v1/funders/linked',
    operationId: 'listLinkedFunders',
    summary: 'List funders with a linked submission or an active policy',
    scope: 'funders:read',
    shapes: { query: LinkedQuery, returns: FunderList },
    handle: async ({ query }, ctx) => listLinked(ctx, query),
  }),
  route({
    endpoint: 'GET /v1/funders/:id',
    summary: 'Get a funder',
    scope: 'funders:read',
    errors: ['funder_not_found'],
    shapes: { params: IdParams, returns: OneFunder },
    handle: async ({ params }, ctx) => ({
      data: await presentFunder(ctx, await getFunder(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'PATCH /v1/funders/:id',
    summary: 'Change a funder; of a registry funder only your own fields',
    scope: 'funders:write',
    errors: [
      'funder_not_found',
      'builtin_immutable',
      'duplicate_name',
      'too_many',
      'too_long',
      'version_conflict',
      ...OF_API_CONFIG,
    ],
    shapes: { params: IdParams, body: FunderPatch, returns: OneFunder },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OneFunder, (own: FunderRecord) =>
        presentFunder(ctx, own),
      )
      const changed = await changeFunder(ctx, params.id, { patch: body, check })
      return { data: await presentFunder(ctx, changed) }
    },
  }),
  route({
    endpoint: 'DELETE /v1/funders/:id',
    summary: 'Delete a funder of your own without submissions, with its policies',
    scope: 'funders:write',
    errors: ['funder_not_found', 'builtin_immutable', 'resource_in_use', 'version_conflict'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OneFunder, (own: FunderRecord) =>
        presentFunder(ctx, own),
      )
      return { data: { id: await removeFunder(ctx, params.id, check), deleted: true } }
    },
  }),
  route({
    endpoint: 'POST /v1/funders/:id/submissions',
    operationId: 'linkFunderSubmission',
    summary: 'Link a submission to a funder, and send it',
    description: OF_SENDING,
    scope: 'funders:write',
    status: 201,
    errors: [
      'funder_not_found',
      'submission_not_found',
      'funder_policy_not_found',
      'document_not_found',
      'already_linked',
      'cannot_send',
    ],
    shapes: { params: IdParams, body: LinkCreate, returns: OneLink },
    handle: async ({ params, body }, ctx) => {
      const link = await linkSubmission(ctx, params.id, body)
      return { data: await presentLink(ctx, link, await getFunder(ctx, params.id)) }
    },
  }),
  route({
    endpoint: 'POST /v1/funders/:id/submissions/preview',
    operationId: 'previewFunderSubmission',
    summary: 'Read what a funder would get, before it is sent',
    description:
      'The body is that of the link; nothing is kept or sent. A submission that is linked already ' +
      'is shown with what was chosen then.',
    scope: 'funders:write',
    isAdditive: true,
    errors: [
      'funder_not_found',
      'submission_not_found',
      'funder_policy_not_found',
      'document_not_found',
      'cannot_send',
    ],
    shapes: { params: IdParams, body: LinkCreate, returns: OneSendingPreview },
    handle: async ({ params, body }, ctx) => ({ data: await previewSending(ctx, params.id, body) }),
  }),
  route({
    endpoint: 'GET /v1/funders/:id/submissions',
    summary: 'List the submissions at a funder, the newest first',
    scope: 'funders:read',
    errors: ['funder_not_found'],
    shapes: { params: IdParams, query: LinkQuery, returns: LinkList },
    handle: async ({ params, query }, ctx) => listFunderLinks(ctx, params.id, query),
  }),
  route({
    endpoint: 'PATCH /v1/funders/:fid/submissions/:id',
    summary: 'Change a submission at a funder: state, offers, decline reason',
    scope: 'funders:write',
    isAdditive: true,
    errors: [
      'funder_not_found',
      'funder_submission_not_found',
      'offer_not_found',
      'invalid_state_transition',
      'missing_field',
      'invalid_amount',
      'cannot_send',
      'version_conflict',
    ],
    shapes: { params: LinkParams, body: LinkPatch, returns: OneLink },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const place = { funderId: params.fid, id: params.id }
      const funder = await getFunder(ctx, params.fid)
      const present = (row: LinkRow) => presentLink(ctx, row, funder)
      const check = createMatchCheck(ifMatch, OneLink, present)
      return { data: await present(await moveLink(ctx, place, { patch: body, check })) }
    },
  }),
  route({
    endpoint: 'GET /v1/funders/:fid/policies',
    summary: 'List the policies of a funder, newest first',
    scope: 'funders:read',
    errors: ['funder_not_found'],
    shapes: { params: FunderParams, query: FunderPolicyQuery, returns: FunderPolicyList },
    handle: async ({ params, query }, ctx) => {
      const { id: funderId } = await getFunder(ctx, params.fid)
      const page = parsePage(ctx, query, POLICY_SORTS)
      return listBody(await listPolicies(ctx, { ...query, funderId }, page), presentPolicy)
    },
  }),
  route({
    endpoint: 'POST /v1/funders/:fid/policies',
    summary: 'Add a policy: what a funder requires and offers',
    scope: 'funders:write',
    status: 201,
    errors: ['funder_not_found', ...OF_CRITERIA],
    shapes: { params: FunderParams, body: FunderPolicyCreate, returns: OneFunderPolicy },
    handle: async ({ params, body }, ctx) => {
      const created = await createPolicy(ctx, params.fid, body)
      const location = `/v1/funders/${created.funderId}/policies/${created.id}`
      return new Reply({ body: { data: presentPolicy(created) }, headers: { location } })
    },
  }),
  route({
    endpoint: 'GET /v1/funders/:fid/policies/:id',
    summary: 'Get a policy of a funder',
    scope: 'funders:read',
    isAdditive: true,
    errors: ['funder_not_found', 'funder_policy_not_found'],
    shapes: { params: FunderPolicyParams, returns: OneFunderPolicy },
    handle: async ({ params }, ctx) => {
      const { id: funderId } = await getFunder(ctx, params.fid)
      return { data: presentPolicy(await getPolicy(ctx, { funderId, id: params.id })) }
    },
  }),
  route({
    endpoint: 'PATCH /v1/funders/:fid/policies/:id',
    summary: 'Change a funder policy; each change is a new version',
    scope: 'funders:write',
    isAdditive: true,
    errors: ['funder_not_found', 'funder_policy_not_found', 'version_conflict', ...OF_CRITERIA],
    shapes: { params: FunderPolicyParams, body: FunderPolicyPatch, returns: OneFunderPolicy },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const place = { funderId: params.fid, id: params.id }
      const check = createMatchCheck(ifMatch, OneFunderPolicy, presentPolicy)
      return { data: presentPolicy(await changePolicy(ctx, place, { patch: body, check })) }
    },
  }),
  route({
    endpoint: 'DELETE /v1/funders/:fid/policies/:id',
    summary: 'Delete a policy of a funder',
    scope: 'funders:write',
    isAdditive: true,
    errors: ['funder_not_found', 'funder_policy_not_found', 'version_conflict'],
    shapes: { params: FunderPolicyParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      const place = { funderId: params.fid, id: params.id }
      const check = createMatchCheck(ifMatch, OneFunderPolicy, presentPolicy)
      return { data: { id: await removePolicy(ctx, place, check), deleted: true } }
    },
  }),
]
