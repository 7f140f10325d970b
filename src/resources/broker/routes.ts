import { createMatchCheck, type MatchCheck } from '../../platform/http/respond.ts'
import { Reply, route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted, Fields, IdParams } from '../../platform/wire/shapes.ts'
import type { Context } from '../../platform/context.ts'
import { API_KEY_SORTS } from '../api-keys/store.ts'
import { findActingBroker } from './access.ts'
import { addFiles, removeFile } from './files/add.ts'
import { createKeyOfBroker, listKeysOfBrokers } from './keys.ts'
import { presentBrokerSubmission, presentBrokerSubmissions } from './present.ts'
import {
  BrokerKeyCreate,
  BrokerKeyList,
  BrokerKeyQuery,
  BrokerReview,
  BrokerSubmissionCreate,
  BrokerSubmissionList,
  BrokerSubmissionPatch,
  BrokerSubmissionQuery,
  FileParams,
  OneBrokerSubmission,
  OneMintedBrokerKey,
} from './schemas.ts'
import {
  BROKER_SUBMISSION_SORTS,
  getBrokerSubmission,
  listBrokerSubmissions,
  type BrokerSubmissionRow,
} from './store.ts'
import { reviewDeal, submitDeal } from './review/submit.ts'
import {
  createBrokerSubmission,
  patchBrokerSubmission,
  removeBrokerSubmission,
  withdrawBrokerSubmission,
} from './write.ts'

async function show(ctx: Context, row: BrokerSubmissionRow): Promise<{ data: object }> {
  return { data: await presentBrokerSubmission(ctx, row) }
}

function matcher(ctx: Context, ifMatch: string | null): MatchCheck<BrokerSubmissionRow> {
  return createMatchCheck(ifMatch, OneBrokerSubmission, (row) => presentBrokerSubmission(ctx, row))
}

const submissionRoutes = [
  route({
    endpoint: 'POST /v1/broker/submissions',
    summary: 'Create a draft of a deal; it is no submission before the lender accepts it',
    scope: 'broker:write',
    status: 201,
    errors: ['broker_disabled', 'broker_not_found', 'invalid_amount', 'missing_field'],
    shapes: { body: BrokerSubmissionCreate, returns: OneBrokerSubmission },
    handle: async ({ body }, ctx) => {
      const row = await createBrokerSubmission(ctx, body)
      const headers = { location: `/v1/broker/submissions/${row.id}` }
      return new Reply({ body: await show(ctx, row), headers })
    },
  }),
  route({
    endpoint: 'GET /v1/broker/submissions',
    summary: 'List the deals of the broker; for the lender those of all brokers',
    scope: 'broker:read',
    errors: ['broker_disabled'],
    shapes: { query: BrokerSubmissionQuery, returns: BrokerSubmissionList },
    handle: async ({ query }, ctx) => {
      await findActingBroker(ctx)
      const wanted = parsePage(ctx, query, BROKER_SUBMISSION_SORTS)
      const page = await listBrokerSubmissions(ctx, query, wanted)
      const shown = await presentBrokerSubmissions(ctx, page.rows)
      return listBody({ ...page, rows: shown })
    },
  }),
  route({
    endpoint: 'GET /v1/broker/submissions/:id',
    summary: 'Get a deal with its files and what is still required',
    scope: 'broker:read',
    errors: ['broker_disabled', 'broker_submission_not_found'],
    shapes: { params: IdParams, returns: OneBrokerSubmission },
    handle: async ({ params }, ctx) => {
      await findActingBroker(ctx)
      return show(ctx, await getBrokerSubmission(ctx, params.id))
    },
  }),
  route({
    endpoint: 'PATCH /v1/broker/submissions/:id',
    summary: 'Change a deal that is a draft or whose changes were requested',
    scope: 'broker:write',
    errors: [
      'broker_disabled',
      'broker_submission_not_found',
      'invalid_amount',
      'invalid_state_transition',
      'missing_field',
      'version_conflict',
    ],
    shapes: { params: IdParams, body: BrokerSubmissionPatch, returns: OneBrokerSubmission },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const change = { patch: body, check: matcher(ctx, ifMatch) }
      return show(ctx, await patchBrokerSubmission(ctx, params.id, change))
    },
  }),
  route({
    endpoint: 'DELETE /v1/broker/submissions/:id',
    summary: 'Delete a draft, a withdrawn or a rejected deal with its files, permanently',
    scope: 'broker:write',
    isAdditive: true,
    errors: [
      'broker_disabled',
      'broker_submission_not_found',
      'invalid_state_transition',
      'legal_hold',
    ],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params }, ctx) => {
      await removeBrokerSubmission(ctx, params.id)
      return { data: { id: params.id, deleted: true } }
    },
  }),
]

const stepRoutes = [
  route({
    endpoint: 'POST /v1/broker/submissions/:id/files',
    operationId: 'uploadBrokerSubmissionFiles',
    summary: 'Add files to a deal; they are read at once, and requirements follow',
    scope: 'broker:write',
    status: 201,
    isAdditive: true,
    cost: 'upload',
    consumes: 'multipart',
    errors: [
      'broker_disabled',
      'broker_submission_not_found',
      'duplicate_document',
      'empty_file',
      'file_too_large',
      'invalid_content_type',
      'invalid_state_transition',
      'missing_file',
      'storage_quota_exceeded',
      'storage_unavailable',
      'too_many_files',
      'unsupported_file_type',
    ],
    shapes: { params: IdParams, body: Fields({}), returns: OneBrokerSubmission },
    handle: async ({ params, files }, ctx) => {
      await findActingBroker(ctx)
      await addFiles(ctx, params.id, files)
      return show(ctx, await getBrokerSubmission(ctx, params.id))
    },
  }),
  route({
    endpoint: 'DELETE /v1/broker/submissions/:id/files/:fileId',
    summary: 'Delete a file of a deal that is a draft or whose changes were requested',
    scope: 'broker:write',
    isAdditive: true,
    errors: [
      'broker_disabled',
      'broker_submission_not_found',
      'broker_file_not_found',
      'invalid_state_transition',
      'legal_hold',
    ],
    shapes: { params: FileParams, returns: Deleted },
    handle: async ({ params }, ctx) => {
      await findActingBroker(ctx)
      await removeFile(ctx, params)
      return { data: { id: params.fileId, deleted: true } }
    },
  }),
  route({
    endpoint: 'POST /v1/broker/submissions/:id/submit',
    summary: 'Submit a deal for review; 422 names each requirement that is open',
    scope: 'broker:write',
    errors: [
      'already_submitted',
      'broker_disabled',
      'broker_submission_not_found',
      'invalid_state_transition',
      'missing_field',
    ],
    shapes: { params: IdParams, returns: OneBrokerSubmission },
    handle: async ({ params }, ctx) => show(ctx, await submitDeal(ctx, params.id)),
  }),
  route({
    endpoint: 'POST /v1/broker/submissions/:id/withdraw',
    summary: 'Withdraw a deal that is a draft or whose changes were requested',
    scope: 'broker:write',
    isAdditive: true,
    errors: ['broker_disabled', 'broker_submission_not_found', 'invalid_state_transition'],
    shapes: { params: IdParams, returns: OneBrokerSubmission },
    handle: async ({ params }, ctx) => show(ctx, await withdrawBrokerSubmission(ctx, params.id)),
  }),
  route({
    endpoint: 'POST /v1/broker/submissions/:id/review',
    summary: 'Decide on a submitted deal: start, accept, reject or request changes',
    scope: 'submissions:write',
    isAdditive: true,
    errors: [
      'broker_submission_not_found',
      'invalid_state_transition',
      'missing_field',
      'storage_quota_exceeded',
    ],
    shapes: { params: IdParams, body: BrokerReview, returns: OneBrokerSubmission },
    handle: async ({ params, body }, ctx) => {
      const { decision, note = null } = body
      return show(ctx, await reviewDeal(ctx, params.id, { decision, note }))
    },
  }),
]

export const brokerRoutes = [
  ...submissionRoutes,
  ...stepRoutes,
  route({
    endpoint: 'POST /v1/broker/api-keys',
    summary: 'Create an API key of a broker; the key is shown only once',
    scope: 'broker:write',
    status: 201,
    errors: ['broker_disabled', 'insufficient_scope', 'missing_field', 'out_of_range'],
    shapes: { body: BrokerKeyCreate, returns: OneMintedBrokerKey },
    handle: async ({ body }, ctx) => ({ data: await createKeyOfBroker(ctx, body) }),
  }),
  route({
    endpoint: 'GET /v1/broker/api-keys',
    summary: 'List the API keys of the broker; for the lender those of all brokers',
    scope: 'broker:read',
    errors: ['broker_disabled'],
    shapes: { query: BrokerKeyQuery, returns: BrokerKeyList },
    handle: async ({ query }, ctx) =>
      listBody(await listKeysOfBrokers(ctx, query, parsePage(ctx, query, API_KEY_SORTS))),
  }),
]
