import { hasScope } from '../../core/values/access/actor.ts'
import { checkGraph, listUnsupported, type UnsupportedNode } from '../../core/workflow/check.ts'
import { TRIGGER_ID, type Graph, type WorkflowNode } from '../../core/workflow/graph.ts'
import { findNodeType } from '../../core/workflow/nodes/index.ts'
import { TRIGGER_TYPES } from '../../core/workflow/triggers.ts'
import { EVENT_TYPES } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { findAppFor } from '../records/apps/catalogue.ts'
import { listInstallations } from '../records/apps/store.ts'
import { isConnected } from '../crm-integrations/store.ts'
import { isPerformed } from './actions/index.ts'
import { listScopes } from './scopes.ts'

/** Throws `workflow_not_runnable`, which names each node that cannot run. */
export async function requireRunnable(ctx: Context, graph: Graph): Promise<void> {
  const problems = checkGraph(graph, EVENT_TYPES).filter(({ blocks }) => blocks !== null)
  const unsupported = await listObstacles(ctx, graph)
  if (problems.length + unsupported.length > 0) throw notRunnable(problems, unsupported)
}

/** Nodes that nothing performs, or that need what is not set up, or not allowed to the caller. */
export async function listObstacles(ctx: Context, graph: Graph): Promise<UnsupportedNode[]> {
  const installed = await listInstallations(ctx)
  const unsupported = listUnsupported(graph, isPerformed)
  const isNamed = (id: string): boolean => unsupported.some(({ nodeId }) => nodeId === id)
  const needing = graph.nodes.flatMap(({ id: nodeId, type, config }) => {
    const reason = isNamed(nodeId)
      ? null
      : (findNeed(ctx, type) ?? findMissingApp({ type, config }, installed))
    return reason === null ? [] : [{ nodeId, type, reason }]
  })
  const { type } = graph.trigger
  const trigger = TRIGGER_TYPES.find((one) => one.type === type)
  const reason = trigger?.unavailable ?? findScopeNeed(ctx, TRIGGER_SCOPES[type] ?? [])
  const waits = reason === null ? [] : [{ nodeId: TRIGGER_ID, type, reason }]
  return [...waits, ...unsupported, ...needing, ...(await listUnconnected(ctx, graph))]
}

/** Nodes that write into a CRM that is not connected; one that a run names is looked up then. */
async function listUnconnected(ctx: Context, graph: Graph): Promise<UnsupportedNode[]> {
  const unconnected: UnsupportedNode[] = []
  for (const { id: nodeId, type, config } of graph.nodes) {
    const { connection_id: named = '' } = config as { connection_id?: string }
    // The check of the graph says when none is named.
    if (type !== 'crm_sync' || named === '' || named.includes('{{')) continue
    if (await isConnected(ctx, named)) continue
    const reason = `There is no CRM integration ${named}; create it with POST /v1/crm-integrations, or install the app of the CRM.`
    unconnected.push({ nodeId, type, reason })
  }
  return unconnected
}

function findNeed({ house, actor, environment }: Context, type: string): string | null {
  const needs = findNodeType(type)?.requires ?? []
  const canWrite = environment.mode === 'test' || house.mailer.canSend
  if (needs.includes('mail') && !canWrite)
    return 'The operator of this service has set up no mail server.'
  return findScopeNeed({ actor }, listScopes(type))
}

/** What a trigger shows a run. */
const TRIGGER_SCOPES: Readonly<Record<string, readonly string[]>> = {
  email_received: ['emails:read'],
}

function findScopeNeed(
  { actor }: Pick<Context, 'actor'>,
  scopes: readonly string[],
): string | null {
  const scope = scopes.find((name) => !hasScope(actor, name))
  return scope === undefined ? null : `Whoever activates it needs the scope ${scope}.`
}

/** Why a node has nothing to call: the app that switches it on is not installed. */
function findMissingApp(
  { type, config }: Pick<WorkflowNode, 'type' | 'config'>,
  installed: ReadonlyMap<string, unknown>,
): string | null {
  const needed = findNodeType(type)?.requires.find((name) => name.startsWith('app:'))
  const app = needed?.slice('app:'.length) ?? findEnricherApp(type, config)
  if (app === null || installed.has(app)) return null
  return `The app ${app} is not installed.`
}

/** An enricher whose name is filled in when the node runs is looked up then. */
function findEnricherApp(type: string, { enricher }: WorkflowNode['config']): string | null {
  if (type !== 'run_enricher' || typeof enricher !== 'string') return null
  return findAppFor('enrichers', enricher)?.slug ?? null
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
