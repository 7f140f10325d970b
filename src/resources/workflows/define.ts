import { checkGraph, listUnsupported, type UnsupportedNode } from '../../core/workflow/check.ts'
import { completeGraph, type Draft } from '../../core/workflow/complete.ts'
import { EVENT_TYPES } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditWorkflow } from './audit.ts'
import { isPerformed } from './actions/index.ts'
import { getGraph, insertWorkflow, keepGraph, WORKFLOWS, type WorkflowRow } from './store.ts'

export interface NewWorkflow extends Draft {
  name: string
  description?: string | null
}

/**
 * Keeps a workflow as a draft. Throws `duplicate_name`, `invalid_expression`, and `invalid_graph`
 * for a graph that could not be drawn; what else is missing, it may be as long as it is a draft.
 */
export async function createWorkflow(ctx: Context, input: NewWorkflow): Promise<WorkflowRow> {
  const { name, description = null, ...draft } = input
  const graph = completeGraph(draft)
  const problem = checkGraph(graph, EVENT_TYPES).find(({ blocks }) => blocks === 'save')
  if (problem) {
    const code = problem.code === 'invalid_expression' ? 'invalid_expression' : 'invalid_graph'
    const index = graph.nodes.findIndex(({ id }) => id === problem.nodeId)
    const place = index < 0 ? 'nodes' : `nodes[${index}]`
    const param = problem.field === null ? place : `${place}.${problem.field}`
    throw new ApiError(code, problem.message, { param })
  }
  await WORKFLOWS.refuseTaken(ctx, { name })
  const id = randomUUIDv7()
  await insertWorkflow(ctx, id, { name, description })
  await keepGraph(ctx, id, graph)
  await auditWorkflow(ctx, { id, action: 'created', summary: `Workflow ${name} created` })
  return WORKFLOWS.get(ctx, id)
}

/**
 * Lets the newest version run, with the scopes of whoever activates it. Throws
 * `workflow_not_runnable`, which names each node that cannot run, with its type and the reason.
 */
export async function activateWorkflow(ctx: Context, id: string): Promise<WorkflowRow> {
  const workflow = await WORKFLOWS.hold(ctx, id)
  const { version, name } = workflow
  if (workflow.activeVersion === version && workflow.status === 'active') return workflow
  const graph = await getGraph(ctx, { workflowId: id, version })
  const problems = checkGraph(graph, EVENT_TYPES).filter(({ blocks }) => blocks !== null)
  const unsupported = listUnsupported(graph, isPerformed)
  if (problems.length + unsupported.length > 0) throw notRunnable(problems, unsupported)
  const scopes = [...ctx.actor.scopes]
  const columns = { status: 'active', active_version: version, scopes }
  await WORKFLOWS.update(ctx, id, { ...columns, activated_at: new Date(ctx.house.now()) })
  await auditWorkflow(ctx, { id, action: 'activated', summary: `Workflow ${name} activated` })
  return WORKFLOWS.get(ctx, id)
}

/** Open runs go on. Throws `already_inactive`. */
export async function deactivateWorkflow(ctx: Context, id: string): Promise<WorkflowRow> {
  const { name, status } = await WORKFLOWS.hold(ctx, id)
  if (status !== 'active') throw new ApiError('already_inactive')
  await WORKFLOWS.update(ctx, id, { status: 'inactive' })
  await auditWorkflow(ctx, { id, action: 'deactivated', summary: `Workflow ${name} deactivated` })
  return WORKFLOWS.get(ctx, id)
}

/** Its versions, runs and steps go with it. */
export async function removeWorkflow(ctx: Context, id: string): Promise<void> {
  const { name } = await WORKFLOWS.hold(ctx, id)
  await WORKFLOWS.remove(ctx, id)
  await auditWorkflow(ctx, { id, action: 'deleted', summary: `Workflow ${name} deleted` })
}

function notRunnable(
  problems: readonly { nodeId: string | null; message: string }[],
  unsupported: UnsupportedNode[],
): ApiError {
  const reasons = [
    ...unsupported.map(({ nodeId, reason }) => `${nodeId}: ${reason}`),
    ...problems.map(({ nodeId, message }) => `${nodeId ?? 'graph'}: ${message}`),
  ]
  return new ApiError('workflow_not_runnable', reasons.join(' ').slice(0, 2000), {
    unsupportedNodes: unsupported,
  })
}
