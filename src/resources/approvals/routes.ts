import { route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { IdParams } from '../../platform/wire/shapes.ts'
import { APPROVAL_SORTS, APPROVALS, listApprovals } from '../workflows/approvals/store.ts'
import { decide, decideOnly, presentApproval } from './decide.ts'
import { ApprovalList, ApprovalQuery, DecideBody, OneApproval } from './schemas.ts'

const DECIDE_ERRORS = ['approval_not_found', 'already_decided', 'not_assignee'] as const

export const approvalRoutes = [
  route({
    endpoint: 'GET /v1/approvals',
    summary: 'List approvals that runs of workflows wait for, or waited for, newest first',
    scope: 'workflows:read',
    isAdditive: true,
    shapes: { query: ApprovalQuery, returns: ApprovalList },
    handle: async ({ query }, ctx) => {
      const list = await listApprovals(ctx, query, parsePage(ctx, query, APPROVAL_SORTS))
      return listBody(list, presentApproval)
    },
  }),
  route({
    endpoint: 'GET /v1/approvals/:id',
    summary: 'Get an approval with the fields to fill in',
    scope: 'workflows:read',
    isAdditive: true,
    errors: ['approval_not_found'],
    shapes: { params: IdParams, returns: OneApproval },
    handle: async ({ params }, ctx) => ({
      data: presentApproval(await APPROVALS.get(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'POST /v1/approvals/:id/decide',
    summary: 'Approve or reject; the run goes on at once',
    description: 'The same decision again changes nothing; another one is refused.',
    scope: 'workflows:write',
    isAdditive: true,
    errors: DECIDE_ERRORS,
    shapes: { params: IdParams, body: DecideBody, returns: OneApproval },
    handle: async ({ params, body }, ctx) => ({
      data: presentApproval(await decide(ctx, params.id, body)),
    }),
  }),
  route({
    endpoint: 'POST /v1/workflow-executions/:id/approve',
    summary: 'Decide the only open approval of a run',
    scope: 'workflows:write',
    isAdditive: true,
    errors: ['workflow_execution_not_found', ...DECIDE_ERRORS],
    shapes: { params: IdParams, body: DecideBody, returns: OneApproval },
    handle: async ({ params, body }, ctx) => ({
      data: presentApproval(await decideOnly(ctx, params.id, body)),
    }),
  }),
]
