import { Reply, route } from '../../platform/route.ts'
import { listBody, parsePage, sliceFixed } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { activateWorkflow, createWorkflow, deactivateWorkflow, removeWorkflow } from './define.ts'
import {
  listNodeTypes,
  presentExecution,
  presentRun,
  presentSummary,
  presentWorkflow,
} from './present.ts'
import { cancelRun, retryRun } from './runs/cancel.ts'
import { startNamed } from './runs/start.ts'
import { listRuns, RUN_SORTS, RUNS } from './runs/store.ts'
import {
  ExecutionList,
  ExecutionQuery,
  NodeTypeList,
  NodeTypeQuery,
  OneExecution,
  OneWorkflow,
  StartBody,
  SubmissionStartBody,
  WorkflowCreate,
  WorkflowList,
  WorkflowQuery,
} from './schemas.ts'
import { listWorkflows, WORKFLOWS, WORKFLOW_SORTS } from './store.ts'

const START_ERRORS = ['workflow_not_found', 'workflow_inactive', 'submission_not_found'] as const

export const workflowRoutes = [
  route({
    endpoint: 'POST /v1/workflows',
    summary: 'Create a workflow from a trigger and nodes, as a draft',
    description:
      'Places and edges may be left out: nodes then stand in a column, and the trigger leads through them in their order.',
    scope: 'workflows:write',
    status: 201,
    errors: ['duplicate_name', 'invalid_graph', 'invalid_expression'],
    shapes: { body: WorkflowCreate, returns: OneWorkflow },
    handle: async ({ body }, ctx) => {
      const created = await createWorkflow(ctx, body)
      const headers = { location: `/v1/workflows/${created.id}` }
      return new Reply({ body: { data: await presentWorkflow(ctx, created) }, headers })
    },
  }),
  route({
    endpoint: 'GET /v1/workflows',
    summary: 'List workflows with their last run, newest first',
    scope: 'workflows:read',
    shapes: { query: WorkflowQuery, returns: WorkflowList },
    handle: async ({ query }, ctx) => {
      const list = await listWorkflows(ctx, query, parsePage(ctx, query, WORKFLOW_SORTS))
      return listBody(list, presentSummary)
    },
  }),
  route({
    endpoint: 'GET /v1/workflows/:id',
    summary: 'Get a workflow with its nodes and edges',
    scope: 'workflows:read',
    errors: ['workflow_not_found'],
    shapes: { params: IdParams, returns: OneWorkflow },
    handle: async ({ params }, ctx) => ({
      data: await presentWorkflow(ctx, await WORKFLOWS.get(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'DELETE /v1/workflows/:id',
    summary: 'Delete a workflow with its versions and runs',
    scope: 'workflows:write',
    isAdditive: true,
    errors: ['workflow_not_found'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params }, ctx) => {
      await removeWorkflow(ctx, params.id)
      return { data: { id: params.id, deleted: true } }
    },
  }),
  route({
    endpoint: 'POST /v1/workflows/:id/activate',
    summary: 'Let the newest version of a workflow run',
    description: 'Its runs may do what the caller may do now.',
    scope: 'workflows:write',
    isAdditive: true,
    errors: ['workflow_not_found', 'workflow_not_runnable'],
    shapes: { params: IdParams, returns: OneWorkflow },
    handle: async ({ params }, ctx) => ({
      data: await presentWorkflow(ctx, await activateWorkflow(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'POST /v1/workflows/:id/deactivate',
    summary: 'Let no new run of a workflow start; open runs go on',
    scope: 'workflows:write',
    isAdditive: true,
    errors: ['workflow_not_found', 'already_inactive'],
    shapes: { params: IdParams, returns: OneWorkflow },
    handle: async ({ params }, ctx) => ({
      data: await presentWorkflow(ctx, await deactivateWorkflow(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'POST /v1/workflows/start',
    operationId: 'startWorkflow',
    summary: 'Start a run of an active workflow, by its id or its name',
    scope: 'workflows:write',
    status: 202,
    errors: START_ERRORS,
    shapes: { body: StartBody, returns: OneExecution },
    handle: async ({ body: { name, ...start } }, ctx) => ({
      data: await presentExecution(ctx, await startNamed(ctx, start, { name, param: 'name' })),
    }),
  }),
  route({
    endpoint: 'POST /v1/submissions/:id/workflow',
    operationId: 'startSubmissionWorkflow',
    summary: 'Start a run of an active workflow on a submission',
    scope: 'workflows:write',
    status: 202,
    errors: START_ERRORS,
    shapes: { params: IdParams, body: SubmissionStartBody, returns: OneExecution },
    handle: async ({ params, body: { workflowName: name, ...start } }, ctx) => {
      const onSubmission = { ...start, submissionId: params.id }
      const run = await startNamed(ctx, onSubmission, { name, param: 'workflow_name' })
      return { data: await presentExecution(ctx, run) }
    },
  }),
  route({
    endpoint: 'GET /v1/workflows/:id/executions',
    summary: 'List the runs of a workflow, newest first, without their steps',
    scope: 'workflows:read',
    errors: ['workflow_not_found'],
    shapes: { params: IdParams, query: ExecutionQuery, returns: ExecutionList },
    handle: async ({ params, query }, ctx) => {
      const { id: workflowId } = await WORKFLOWS.get(ctx, params.id)
      const filter = { ...query, workflowId }
      return listBody(await listRuns(ctx, filter, parsePage(ctx, query, RUN_SORTS)), presentRun)
    },
  }),
  route({
    endpoint: 'GET /v1/workflow-executions/:id',
    summary: 'Get a run with the timeline of its steps',
    scope: 'workflows:read',
    isAdditive: true,
    errors: ['workflow_execution_not_found'],
    shapes: { params: IdParams, returns: OneExecution },
    handle: async ({ params }, ctx) => ({
      data: await presentExecution(ctx, await RUNS.get(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'POST /v1/workflow-executions/:id/cancel',
    summary: 'End an open run; its open steps are cancelled',
    scope: 'workflows:write',
    isAdditive: true,
    errors: ['workflow_execution_not_found', 'invalid_state_transition'],
    shapes: { params: IdParams, returns: OneExecution },
    handle: async ({ params }, ctx) => ({
      data: await presentExecution(ctx, await cancelRun(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'POST /v1/workflow-executions/:id/retry',
    summary: 'Go on where a run failed or was cancelled; finished steps are not done again',
    scope: 'workflows:write',
    status: 202,
    isAdditive: true,
    errors: ['workflow_execution_not_found', 'invalid_state_transition'],
    shapes: { params: IdParams, returns: OneExecution },
    handle: async ({ params }, ctx) => ({
      data: await presentExecution(ctx, await retryRun(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'GET /v1/workflow-node-types',
    summary: 'List the types of nodes with their config, ports and output',
    scope: 'workflows:read',
    isAdditive: true,
    shapes: { query: NodeTypeQuery, returns: NodeTypeList },
    handle: async ({ query }, ctx) => listBody(sliceFixed(ctx, query, listNodeTypes(query))),
  }),
]
