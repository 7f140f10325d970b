import { Reply, route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { IdParams } from '../../platform/wire/shapes.ts'
import { takeFeedback } from './give.ts'
import { FeedbackCreate, FeedbackList, FeedbackQuery, OneFeedback } from './schemas.ts'
import {
  FEEDBACK_SORTS,
  getFeedback,
  listFeedback,
  type FeedbackRow,
} from '../records/feedback/store.ts'
import { undoFeedback } from './undo.ts'

function presentFeedback(row: FeedbackRow): object {
  return { ...row, target: { type: row.targetType, id: row.targetId } }
}

export const feedbackRoutes = [
  route({
    endpoint: 'POST /v1/feedback',
    summary: 'Give feedback; a correction of a transaction changes it',
    scope: 'transactions:write',
    status: 201,
    errors: [
      'submission_not_found',
      'transaction_not_found',
      'document_not_found',
      'merchant_not_found',
      'position_not_found',
      'funder_not_found',
      'invalid_category',
      'invalid_parameter',
      'invalid_state_transition',
      'unknown_field',
    ],
    shapes: { body: FeedbackCreate, returns: OneFeedback },
    handle: async ({ body }, ctx) => {
      const given = await takeFeedback(ctx, body)
      const headers = { location: `/v1/feedback/${given.id}` }
      return new Reply({ body: { data: presentFeedback(given) }, headers })
    },
  }),
  route({
    endpoint: 'GET /v1/feedback',
    summary: 'List feedback, newest first',
    scope: 'transactions:read',
    shapes: { query: FeedbackQuery, returns: FeedbackList },
    handle: async ({ query }, ctx) => {
      const page = await listFeedback(ctx, query, parsePage(ctx, query, FEEDBACK_SORTS))
      return listBody(page, presentFeedback)
    },
  }),
  route({
    endpoint: 'GET /v1/feedback/:id',
    summary: 'Get a feedback record',
    scope: 'transactions:read',
    isAdditive: true,
    errors: ['feedback_not_found'],
    shapes: { params: IdParams, returns: OneFeedback },
    handle: async ({ params }, ctx) => ({
      data: presentFeedback(await getFeedback(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'POST /v1/feedback/:id/undo',
    summary: 'Undo feedback; corrected transactions get their earlier values back',
    description:
      'What was corrected on a statement, by PATCH /v1/submissions/:id/pdfs/:pid/statements, is ' +
      'as it was read again; that needs documents:write too.',
    scope: 'transactions:write',
    isAdditive: true,
    errors: [
      'feedback_not_found',
      'invalid_state_transition',
      'pdf_not_found',
      'transaction_not_found',
    ],
    shapes: { params: IdParams, returns: OneFeedback },
    handle: async ({ params }, ctx) => ({
      data: presentFeedback(await undoFeedback(ctx, params.id)),
    }),
  }),
]
