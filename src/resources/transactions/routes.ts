import type { Context } from '../../platform/context.ts'
import { ExportQuery, TransactionQuery } from './list/schemas.ts'
import { createMatchCheck, type MatchCheck } from '../../platform/http/respond.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { Reply, route } from '../../platform/route.ts'
import { changeTransaction, removeTransaction } from './change.ts'
import { createMany, createTransaction } from './create/create.ts'
import { explainTransaction } from './enrichment/explain.ts'
import { enrichRows, enrichSubmissionRows } from './enrichment/request.ts'
import { giveFeedback } from './feedback/feedback.ts'
import { exportMatching, listMatching } from './list/list.ts'
import { presentTransaction } from './present.ts'
import {
  BulkResponse,
  EnrichResponse,
  EnrichRequest,
  Explanation,
  Feedback,
  FeedbackResponse,
  OneTransaction,
  SubmissionEnrichResponse,
  SubmissionEnrichRequest,
  SubmissionParams,
  TransactionBulk,
  TransactionBulkQuery,
  TransactionCreate,
  TransactionList,
  TransactionPatch,
} from './schemas.ts'
import { getTransaction, type TransactionRow } from '../records/transactions/store.ts'

const getRoute = route({
  endpoint: 'GET /v1/transactions/:id',
  summary: 'Get a transaction with its place in the document',
  scope: 'transactions:read',
  errors: ['transaction_not_found'],
  shapes: { params: IdParams, returns: OneTransaction },
  handle: async ({ params }, ctx) => ({
    data: await presentTransaction(ctx, await getTransaction(ctx, params.id)),
  }),
})

/** Refuses a change when If-Match names another version. */
function matcher(ctx: Context, ifMatch: string | null): MatchCheck<TransactionRow> {
  return createMatchCheck(ifMatch, OneTransaction, (row: TransactionRow) =>
    presentTransaction(ctx, row),
  )
}

export const transactionRoutes = [
  route({
    endpoint: 'POST /v1/transactions',
    summary: 'Create a transaction',
    scope: 'transactions:write',
    status: 201,
    errors: [
      'submission_not_found',
      'account_not_found',
      'invalid_category',
      'duplicate_external_id',
      'invalid_state_transition',
    ],
    shapes: { body: TransactionCreate, returns: OneTransaction },
    handle: async ({ body: { submissionId, ...item } }, ctx) => {
      const row = await createTransaction(ctx, submissionId, item)
      const headers = { location: `/v1/transactions/${row.id}` }
      return new Reply({ body: { data: await presentTransaction(ctx, row) }, headers })
    },
  }),
  route({
    endpoint: 'GET /v1/transactions',
    summary: 'List transactions, or exactly those that a metric counted',
    scope: 'transactions:read',
    errors: [
      'submission_not_found',
      'account_not_found',
      'invalid_category',
      'invalid_metric',
      'invalid_date_range',
    ],
    shapes: { query: TransactionQuery, returns: TransactionList },
    handle: async ({ query }, ctx) => listMatching(ctx, query),
  }),
  route({
    endpoint: 'GET /v1/transactions/export',
    summary: 'Download matching transactions as CSV, JSON, XLSX or OFX',
    scope: 'transactions:read',
    isAdditive: true,
    produces: 'binary',
    cost: 'heavy',
    errors: [
      'submission_not_found',
      'account_not_found',
      'invalid_category',
      'invalid_metric',
      'invalid_date_range',
    ],
    shapes: { query: ExportQuery },
    handle: async ({ query }, ctx) => exportMatching(ctx, query),
  }),
  route({
    endpoint: 'POST /v1/transactions/bulk',
    operationId: 'bulkCreateTransactions',
    summary: 'Create or update up to 10,000 transactions, or 100,000 as NDJSON; each fails alone',
    scope: 'transactions:write',
    status: 201,
    alsoStatus: [200, 202, 207],
    cost: 'heavy',
    consumes: 'ndjson',
    errors: [
      'submission_not_found',
      'invalid_parameter',
      'invalid_state_transition',
      'invalid_date_range',
      'missing_field',
      'invalid_amount',
    ],
    shapes: { query: TransactionBulkQuery, body: TransactionBulk, returns: BulkResponse },
    handle: async (input, ctx) => createMany(ctx, input),
  }),
  route({
    endpoint: 'POST /v1/transactions/enrich',
    hasLargeBody: true,
    summary: 'Enrich stored transactions by id, or transactions in the body without storing them',
    scope: 'transactions:write',
    alsoStatus: [202],
    cost: 'heavy',
    errors: ['transaction_not_found', 'invalid_category'],
    shapes: { body: EnrichRequest, returns: EnrichResponse },
    handle: async ({ body }, ctx) => enrichRows(ctx, body),
  }),
  getRoute,
  route({
    endpoint: 'GET /v1/transactions/:id/explain',
    summary: 'Explain the category of a transaction, layer by layer',
    scope: 'transactions:read',
    isAdditive: true,
    cost: 'heavy',
    errors: ['transaction_not_found'],
    shapes: { params: IdParams, returns: Explanation },
    handle: async ({ params }, ctx) => ({ data: await explainTransaction(ctx, params.id) }),
  }),
  route({
    endpoint: 'PATCH /v1/transactions/:id',
    summary: 'Change a transaction; metadata is merged, null removes a key',
    scope: 'transactions:write',
    isAdditive: true,
    errors: ['transaction_not_found', 'account_not_found', 'version_conflict'],
    shapes: { params: IdParams, body: TransactionPatch, returns: OneTransaction },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const check = matcher(ctx, ifMatch)
      const row = await changeTransaction(ctx, params.id, { patch: body, check })
      return { data: await presentTransaction(ctx, row) }
    },
  }),
  route({
    endpoint: 'DELETE /v1/transactions/:id',
    summary: 'Delete a transaction',
    scope: 'transactions:write',
    errors: ['transaction_not_found', 'version_conflict'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      await removeTransaction(ctx, params.id, matcher(ctx, ifMatch))
      return { data: { id: params.id, deleted: true } }
    },
  }),
  route({
    endpoint: 'POST /v1/transactions/:id/feedback',
    operationId: 'correctTransaction',
    summary: 'Correct a transaction, or all similar ones; corrections override every rule',
    scope: 'transactions:write',
    errors: [
      'transaction_not_found',
      'invalid_category',
      'position_not_found',
      'funder_not_found',
      'invalid_state_transition',
      'merchant_not_found',
    ],
    shapes: { params: IdParams, body: Feedback, returns: FeedbackResponse },
    handle: async ({ params, body }, ctx) => giveFeedback(ctx, params.id, body),
  }),
  route({
    endpoint: 'POST /v1/submissions/:sid/transactions/enrich',
    summary: 'Enrich the transactions of a submission; at once up to 2,000 of them',
    scope: 'transactions:write',
    alsoStatus: [202],
    cost: 'heavy',
    errors: ['submission_not_found'],
    shapes: {
      params: SubmissionParams,
      body: SubmissionEnrichRequest,
      returns: SubmissionEnrichResponse,
    },
    handle: async ({ params, body }, ctx) => enrichSubmissionRows(ctx, params.sid, body),
  }),
]
