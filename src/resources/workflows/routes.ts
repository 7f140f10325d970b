import { getSubmission } from '../records/submissions/store.ts'
import type { Context } from '../../platform/context.ts'
import { createMatchCheck } from '../../platform/http/respond.ts'
import { outsideRoute, Reply, route, type Input } from '../../platform/route.ts'
import { listBody, parsePage, sliceFixed } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import {
  activateWorkflow,
  changeWorkflow,
  createWorkflow,
  deactivateWorkflow,
  removeWorkflow,
  validateWorkflow,
} from './define.ts'
import {
  listNodeTypes,
  presentExecution,
  presentRun,
  presentSummary,
  presentWorkflow,
} from './present.ts'
import { runNow } from './run-now.ts'
import { cancelRun, retryRun } from './runs/cancel.ts'
import { startNamed } from './runs/start.ts'
import { listRuns, RUN_SORTS, RUNS } from './runs/store.ts'
import {
  ActivateBody,
  CloneBody,
  ExecutionList,
  ExecutionQuery,
  HookBody,
  HookParams,
  NodeTypeList,
  NodeTypeQuery,
  OneExecution,
  OneHookRun,
  OneTemplate,
  OneValidation,
  OneWorkflow,
  RunBody,
  SlugParams,
  StartBody,
  SubmissionStartBody,
  TemplateList,
  TemplateQuery,
  WorkflowCreate,
  WorkflowList,
  WorkflowPatch,
  WorkflowQuery,
} from './schemas.ts'
import { listWorkflows, WORKFLOWS, WORKFLOW_SORTS, type WorkflowRow } from './store.ts'
import { cloneTemplate, getTemplate, listTemplates, presentTemplate } from './templates.ts'
import { HOOK_HEADERS, startByHook } from './triggers/on-hook.ts'

const CHANGE_ERRORS = [
  'workflow_not_found',
  'version_conflict',
  'duplicate_name',
  'invalid_graph',
  'invalid_expression',
  'workflow_not_runnable',
] as const
const START_ERRORS = ['workflow_not_found', 'workflow_inactive', 'submission_not_found'] as const

async function change(
  {
    params,
    body: patch,
    ifMatch,
  }: Pick<
    Input<{ params: typeof IdParams; body: typeof WorkflowPatch }>,
    'params' | 'body' | 'ifMatch'
  >,
  ctx: Context,
): Promise<object> {
  const check = createMatchCheck<WorkflowRow>(ifMatch, OneWorkflow, (row) =>
    presentWorkflow(ctx, row),
  )
  const { workflow, ...minted } = await changeWorkflow(ctx, params.id, { patch, check })
  return { data: await presentWorkflow(ctx, workflow, minted) }
}

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
    endpoint: 'PUT /v1/workflows/:id',
    operationId: 'replaceWorkflow',
    summary: 'Change a workflow; nodes and edges are replaced whole, as a new version',
    description:
      'What is left out stays; nodes without edges are wired in their order. Runs keep to the version they began with.',
    scope: 'workflows:write',
    isAdditive: true,
    errors: CHANGE_ERRORS,
    shapes: { params: IdParams, body: WorkflowPatch, returns: OneWorkflow },
    handle: change,
  }),
  route({
    endpoint: 'PATCH /v1/workflows/:id',
    summary: 'Change parts of a workflow, as PUT does',
    scope: 'workflows:write',
    isAdditive: true,
    errors: CHANGE_ERRORS,
    shapes: { params: IdParams, body: WorkflowPatch, returns: OneWorkflow },
    handle: change,
  }),
  route({
    endpoint: 'POST /v1/workflows/:id/validate',
    summary: 'Check the newest version without activating it',
    scope: 'workflows:read',
    isAdditive: true,
    errors: ['workflow_not_found'],
    shapes: { params: IdParams, returns: OneValidation },
    handle: async ({ params }, ctx) => ({ data: await validateWorkflow(ctx, params.id) }),
  }),
  route({
    endpoint: 'POST /v1/workflows/:id/run',
    summary: 'Run the newest version now, whatever its trigger and its status',
    description:
      'It may do what the caller may do. A silent run leaves out what the outside would see, a dry one what changes anything.',
    scope: 'workflows:write',
    status: 202,
    isAdditive: true,
    errors: ['workflow_not_found', 'workflow_not_runnable', 'submission_not_found'],
    shapes: { params: IdParams, body: RunBody, returns: OneExecution },
    handle: async ({ params, body: { dryRun: isDry, ...body } }, ctx) => {
      const run = await runNow(ctx, params.id, { ...body, ...(isDry && { isDry }) })
      return { data: await presentExecution(ctx, run) }
    },
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
    description:
      'Its runs may do what the caller may do now. The address of a hook, and the secret that signs, are in the first response alone.',
    scope: 'workflows:write',
    isAdditive: true,
    errors: ['workflow_not_found', 'workflow_not_runnable'],
    shapes: { params: IdParams, body: ActivateBody, returns: OneWorkflow },
    handle: async ({ params, body }, ctx) => {
      const { workflow, ...minted } = await activateWorkflow(ctx, params.id, body)
      return { data: await presentWorkflow(ctx, workflow, minted) }
    },
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
      await getSubmission(ctx, params.id)
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
  route({
    endpoint: 'GET /v1/workflow-templates',
    summary: 'List prebuilt workflows',
    scope: 'workflows:read',
    isAdditive: true,
    shapes: { query: TemplateQuery, returns: TemplateList },
    handle: async ({ query }, ctx) => listBody(sliceFixed(ctx, query, listTemplates(query))),
  }),
  route({
    endpoint: 'GET /v1/workflow-templates/:id',
    summary: 'Get a prebuilt workflow by its name, with its nodes and a sample input',
    scope: 'workflows:read',
    isAdditive: true,
    errors: ['workflow_template_not_found'],
    shapes: { params: SlugParams, returns: OneTemplate },
    handle: async ({ params }) => ({ data: presentTemplate(getTemplate(params.id)) }),
  }),
  route({
    endpoint: 'POST /v1/workflow-templates/:id/clone',
    summary: 'Copy a prebuilt workflow into a draft that can be changed',
    scope: 'workflows:write',
    status: 201,
    isAdditive: true,
    errors: ['workflow_template_not_found', 'duplicate_name'],
    shapes: { params: SlugParams, body: CloneBody, returns: OneWorkflow },
    handle: async ({ params, body }, ctx) => {
      const created = await cloneTemplate(ctx, params.id, body.name)
      const headers = { location: `/v1/workflows/${created.id}` }
      return new Reply({ body: { data: await presentWorkflow(ctx, created) }, headers })
    },
  }),
  outsideRoute({
    endpoint: 'POST /v1/hooks/:token',
    summary: 'Start a run of the workflow whose hook this is; the token is the key',
    description: [
      'The body is the input of the run. A hook may start 60 runs a minute. Calls with one',
      'Idempotency-Key start one run. A trigger with is_signed takes only what its secret has',
      'signed: webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks), or',
      'X-Hub-Signature-256.',
    ].join(' '),
    scope: null,
    status: 202,
    isAdditive: true,
    isUnlogged: true,
    readsHeaders: HOOK_HEADERS,
    errors: ['workflow_not_found', 'rate_limited', 'invalid_hook_signature'],
    shapes: { params: HookParams, body: HookBody, returns: OneHookRun },
    handle: async ({ params, body: input, sent }, ctx) => {
      const { id: runId } = await startByHook(ctx, params.token, { input, sent: sent! })
      return { data: { runId } }
    },
  }),
]
