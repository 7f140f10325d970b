import { createMatchCheck } from '../../platform/http/respond.ts'
import { Reply, route } from '../../platform/route.ts'
import { IdParams } from '../../platform/wire/shapes.ts'
import { TransactionList } from '../transactions/schemas.ts'
import { changePosition, createPosition } from './change.ts'
import { getPosition, listSubmissionPositions, listPositionRows } from './list.ts'
import { mergePositions, splitPosition } from './regroup.ts'
import {
  OnePosition,
  PositionCreate,
  PositionList,
  PositionMerge,
  PositionPatch,
  PositionQuery,
  PositionSplit,
  PositionTransactionQuery,
  SplitResponse,
  SubmissionParams,
} from './schemas.ts'

const readRoutes = [
  route({
    endpoint: 'GET /v1/submissions/:sid/positions',
    summary: 'List positions: financings found in the transactions, with a summary',
    description:
      'One entry per funding contract, the oldest record first. meta.summary has the active count, ' +
      'the remaining balance and the holdback ratio. Rejected positions are left out ' +
      'unless include_rejected or a filter selects them.',
    scope: 'transactions:read',
    errors: ['submission_not_found'],
    shapes: { params: SubmissionParams, query: PositionQuery, returns: PositionList },
    handle: async ({ params, query }, ctx) => listSubmissionPositions(ctx, params.sid, query),
  }),
  route({
    endpoint: 'GET /v1/positions/:id',
    summary: 'Get a position with its estimates and the reasons for its confidence',
    scope: 'transactions:read',
    errors: ['position_not_found'],
    shapes: { params: IdParams, returns: OnePosition },
    handle: async ({ params }, ctx) => ({ data: await getPosition(ctx, params.id) }),
  }),
  route({
    endpoint: 'GET /v1/positions/:id/transactions',
    summary: 'List the transactions of a position, each with its role',
    scope: 'transactions:read',
    errors: ['position_not_found'],
    shapes: { params: IdParams, query: PositionTransactionQuery, returns: TransactionList },
    handle: async ({ params, query }, ctx) => listPositionRows(ctx, params.id, query),
  }),
]

const writeRoutes = [
  route({
    endpoint: 'POST /v1/submissions/:sid/positions',
    summary: 'Add a position that was not detected',
    scope: 'transactions:write',
    isAdditive: true,
    status: 201,
    errors: ['submission_not_found', 'transaction_not_found', 'funder_not_found', 'invalid_amount'],
    shapes: { params: SubmissionParams, body: PositionCreate, returns: OnePosition },
    handle: async ({ params, body }, ctx) => {
      const { id, shown } = await createPosition(ctx, params.sid, body)
      return new Reply({ body: { data: shown }, headers: { location: `/v1/positions/${id}` } })
    },
  }),
  route({
    endpoint: 'PATCH /v1/positions/:id',
    summary: 'Confirm, reject or correct a position; null removes a correction',
    description:
      'A correction outranks every later enrichment. A rejected position ' +
      'counts in no number, and its rows are no longer its debt payments once they are enriched again, ' +
      'which follows the response.',
    scope: 'transactions:write',
    isAdditive: true,
    errors: ['position_not_found', 'funder_not_found', 'invalid_amount', 'version_conflict'],
    shapes: { params: IdParams, body: PositionPatch, returns: OnePosition },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OnePosition, (present: () => Promise<object>) =>
        present(),
      )
      return { data: await changePosition(ctx, params.id, { patch: body, check }) }
    },
  }),
  route({
    endpoint: 'POST /v1/positions/:id/merge',
    summary: 'Merge other positions into this one',
    scope: 'transactions:write',
    isAdditive: true,
    errors: ['position_not_found', 'invalid_currency', 'invalid_state_transition'],
    shapes: { params: IdParams, body: PositionMerge, returns: OnePosition },
    handle: async ({ params, body }, ctx) => ({
      data: await mergePositions(ctx, params.id, body.positionIds),
    }),
  }),
  route({
    endpoint: 'POST /v1/positions/:id/split',
    summary: 'Split transactions of this position off into a new one',
    scope: 'transactions:write',
    isAdditive: true,
    errors: ['position_not_found', 'transaction_not_found', 'invalid_state_transition'],
    shapes: { params: IdParams, body: PositionSplit, returns: SplitResponse },
    handle: async ({ params, body }, ctx) => ({
      data: await splitPosition(ctx, params.id, body.transactionIds),
    }),
  }),
]

export const positionRoutes = [...readRoutes, ...writeRoutes]
