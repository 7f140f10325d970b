import { checkGraph, type GraphProblem, type UnsupportedNode } from '../../core/workflow/check.ts'
import { completeGraph, type Draft } from '../../core/workflow/complete.ts'
import { findNextFire } from '../../core/workflow/cron.ts'
import { TRIGGER_ID, type Graph } from '../../core/workflow/graph.ts'
import { findEventType } from '../../core/workflow/triggers.ts'
import { EVENT_TYPES } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditWorkflow } from './audit.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { listObstacles, requireRunnable } from './runnable.ts'
import {
  getGraph,
  hasHook,
  insertWorkflow,
  keepGraph,
  WORKFLOWS,
  type WorkflowRow,
} from './store.ts'
import { findSecret, isSigned, mintSecret } from './signing.ts'
import { mintHookToken } from './triggers/on-hook.ts'

export interface NewWorkflow extends Draft {
  name: string
  description?: string | null
}

/**
 * Keeps a workflow as a draft. Throws `duplicate_name`, `invalid_expression`, and `invalid_graph`
 * for a graph that could not be drawn; what else is missing, it may be as long as it is a draft.
 */
export async function createWorkflow(
  ctx: Context,
  { name, description = null, ...draft }: NewWorkflow,
  templateSlug: string | null = null,
): Promise<WorkflowRow> {
  const graph = completeGraph(draft)
  requireDrawable(graph)
  await WORKFLOWS.refuseTaken(ctx, { name })
  const id = randomUUIDv7()
  await insertWorkflow(ctx, id, { name, description, templateSlug })
  await keepGraph(ctx, id, graph)
  await auditWorkflow(ctx, { id, action: 'created', summary: `Workflow ${name} created` })
  return WORKFLOWS.get(ctx, id)
}

export interface WorkflowChange {
  patch: Partial<NewWorkflow>
  check: MatchCheck<WorkflowRow>
}

/**
 * Changes a workflow; nodes and edges are replaced whole, and each change of the graph is a new
 * version. An active workflow goes on with the new version where that can run. Throws
 * `workflow_not_found`, `version_conflict`, `duplicate_name`, `invalid_graph`,
 * `invalid_expression`, and `workflow_not_runnable` where an active one could not run any more.
 */
export async function changeWorkflow(
  ctx: Context,
  id: string,
  { patch, check }: WorkflowChange,
): Promise<Activated> {
  const before = await WORKFLOWS.hold(ctx, id)
  await check(before)
  const { name = before.name, description = before.description, ...draft } = patch
  await WORKFLOWS.refuseTaken(ctx, { name, self: id })
  await WORKFLOWS.update(ctx, id, { name, description })
  const hasGraph = Object.values(draft).some((part) => part !== undefined)
  const minted = hasGraph ? await changeGraph(ctx, before, draft) : NOTHING_MINTED
  await auditWorkflow(ctx, { id, action: 'updated', summary: `Workflow ${name} changed` })
  return { workflow: await WORKFLOWS.get(ctx, id), ...minted }
}

/** Nodes without edges are wired anew, in their order. */
async function changeGraph(
  ctx: Context,
  { id, version, status }: WorkflowRow,
  patch: Partial<Draft>,
): Promise<Minted> {
  const { edges: kept, ...present } = await getGraph(ctx, { workflowId: id, version })
  const edges = patch.edges ?? (patch.nodes ? undefined : kept)
  const given = Object.fromEntries(Object.entries(patch).filter(([, part]) => part !== undefined))
  const graph = completeGraph({ ...present, ...given, ...(edges && { edges }) })
  requireDrawable(graph)
  const next = await keepGraph(ctx, id, graph)
  await WORKFLOWS.update(ctx, id, { version: next })
  return status === 'active' ? arm(ctx, { id, version: next, graph }) : NOTHING_MINTED
}

function requireDrawable(graph: Graph): void {
  const problem = checkGraph(graph, EVENT_TYPES).find(({ blocks }) => blocks === 'save')
  if (!problem) return
  const code = problem.code === 'invalid_expression' ? 'invalid_expression' : 'invalid_graph'
  throw new ApiError(code, problem.message, { param: placeProblem(graph, problem) })
}

/** `nodes[2].config.expression` */
function placeProblem({ nodes }: Graph, { nodeId, field }: GraphProblem): string {
  const index = nodes.findIndex(({ id }) => id === nodeId)
  const place = index < 0 ? (nodeId === TRIGGER_ID ? 'trigger' : 'nodes') : `nodes[${index}]`
  return field === null ? place : `${place}.${field}`
}

/** What a check of a workflow found. */
export interface Validation {
  isValid: boolean
  problems: (Omit<GraphProblem, 'blocks'> & { isWarning: boolean })[]
  unsupportedNodes: UnsupportedNode[]
}

/** Everything that keeps the newest version from being activated, and what looks wrong. */
export async function validateWorkflow(ctx: Context, id: string): Promise<Validation> {
  const { version } = await WORKFLOWS.get(ctx, id)
  const graph = await getGraph(ctx, { workflowId: id, version })
  const problems = checkGraph(graph, EVENT_TYPES)
  const unsupportedNodes = await listObstacles(ctx, graph)
  const isValid = unsupportedNodes.length === 0 && problems.every(({ blocks }) => blocks === null)
  const shown = problems.map(({ blocks, ...problem }) => ({
    ...problem,
    isWarning: blocks === null,
  }))
  return { isValid, problems: shown, unsupportedNodes }
}

/** What is shown once, when it is made: the token of a hook, and the secret that signs. */
export interface Minted {
  hookToken: string | null
  signingSecret: string | null
}

interface Activated extends Minted {
  workflow: WorkflowRow
}

const NOTHING_MINTED: Minted = { hookToken: null, signingSecret: null }

/**
 * Lets the newest version run, with the scopes of whoever activates it. Throws
 * `workflow_not_runnable`, which names each node that cannot run, with its type and the reason.
 */
export async function activateWorkflow(
  ctx: Context,
  id: string,
  { rotateSecret = false }: { rotateSecret?: boolean } = {},
): Promise<Activated> {
  const before = await WORKFLOWS.hold(ctx, id)
  const { version, name } = before
  const isActive = before.activeVersion === version && before.status === 'active'
  const graph = await getGraph(ctx, { workflowId: id, version })
  const minted = isActive ? NOTHING_MINTED : await arm(ctx, { id, version, graph })
  if (!isActive)
    await auditWorkflow(ctx, { id, action: 'activated', summary: `Workflow ${name} activated` })
  const isNew = rotateSecret && minted.signingSecret === null
  const signingSecret = isNew ? await rotate(ctx, before) : minted.signingSecret
  return { workflow: await WORKFLOWS.get(ctx, id), hookToken: minted.hookToken, signingSecret }
}

async function rotate(ctx: Context, { id, name }: WorkflowRow): Promise<string> {
  await auditWorkflow(ctx, { id, action: 'rotated', summary: `Secret of ${name} replaced` })
  return mintSecret(ctx, id)
}

/** Sets what starts a version by itself. Returns what is new and shown once. */
async function arm(
  ctx: Context,
  { id, version, graph }: { id: string; version: number; graph: Graph },
): Promise<Minted> {
  await requireRunnable(ctx, graph)
  const { trigger } = graph
  const now = ctx.house.now()
  const next =
    trigger.type === 'schedule' ? findNextFire(trigger.config as unknown as Schedule, now) : null
  const hook =
    trigger.type === 'webhook' && !(await hasHook(ctx, id)) ? mintHookToken(ctx.house) : null
  await WORKFLOWS.update(ctx, id, {
    status: 'active',
    active_version: version,
    scopes: [...ctx.actor.scopes],
    event_type: findEventType(trigger),
    next_fire_at: next && 'value' in next ? new Date(next.value) : null,
    hook_token_hash: trigger.type === 'webhook' ? hook?.hash : null,
    activated_at: new Date(now),
  })
  const isUnsigned = !isSigned(graph) || (await findSecret(ctx, id)) !== null
  const signingSecret = isUnsigned ? null : await mintSecret(ctx, id)
  return { hookToken: hook?.token ?? null, signingSecret }
}

interface Schedule {
  cron: string
  timezone: string
}

/** Open runs go on. Throws `already_inactive`. */
export async function deactivateWorkflow(ctx: Context, id: string): Promise<WorkflowRow> {
  const { name, status } = await WORKFLOWS.hold(ctx, id)
  if (status !== 'active') throw new ApiError('already_inactive')
  await WORKFLOWS.update(ctx, id, { status: 'inactive', next_fire_at: null })
  await auditWorkflow(ctx, { id, action: 'deactivated', summary: `Workflow ${name} deactivated` })
  return WORKFLOWS.get(ctx, id)
}

/** Its versions, runs and steps go with it. */
export async function removeWorkflow(ctx: Context, id: string): Promise<void> {
  const { name } = await WORKFLOWS.hold(ctx, id)
  await WORKFLOWS.remove(ctx, id)
  await auditWorkflow(ctx, { id, action: 'deleted', summary: `Workflow ${name} deleted` })
}
