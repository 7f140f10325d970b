import { hasScope, type Actor } from '../../../core/values/access/actor.ts'
import type { WorkflowNode } from '../../../core/workflow/graph.ts'
import type { Scope } from '../../../core/workflow/language/scope.ts'
import { fillConfig } from '../../../core/workflow/language/text.ts'
import { findNodeType } from '../../../core/workflow/nodes/index.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { listSchemaFaults } from '../../../platform/wire/check/validate.ts'
import type { Work } from '../actions/action.ts'
import { listScopes } from '../scopes.ts'
import { namesDeal, showDeal } from './deals.ts'
import { findNode, type HeldRun } from './held.ts'
import { buildScope } from './scope.ts'
import type { NamedRun, StepRow } from './store.ts'

/** Filled in when an event comes: it is about that event. */
const FILLED_LATER = 'filter'

/**
 * What a step works with: who it acts as, its config with all texts filled in, and what its
 * expressions can name. Throws `insufficient_scope`, `invalid_expression`, `invalid_type`.
 */
export async function prepareStep(ctx: Context, held: HeldRun, step: StepRow): Promise<Work> {
  const node = findNode(held, step)
  const own = { ...ctx, actor: toActor(ctx, held.run) }
  requireScopes(own, node)
  const scope = await readScope(own, held, step)
  const { [FILLED_LATER]: later, ...texts } = node.config
  const filled = fillConfig(texts, scope)
  if ('problem' in filled) throw new ApiError('invalid_expression', `${filled.problem}.`)
  const config = { ...filled.value, ...(later !== undefined && { [FILLED_LATER]: later }) }
  requireFit(node, config)
  return { ctx: own, run: held.run, step, node, config, scope }
}

/** What the texts of a node can name; the deal is read where they name it. */
export async function readScope(ctx: Context, held: HeldRun, step: StepRow): Promise<Scope> {
  const scope = buildScope(ctx, held, step)
  const { submissionId } = held.run
  const isNamed = namesDeal(findNode(held, step))
  // Without the scope to read submissions, a workflow sees none.
  if (submissionId === null || !isNamed || !hasScope(ctx.actor, 'submissions:read')) return scope
  return { ...scope, submission: await showDeal(ctx, submissionId) }
}

/** A run acts as its workflow, and may do what whoever activated it could do then. */
export function toActor(ctx: Context, { workflowId, workflowName, scopes }: NamedRun): Actor {
  return { ...ctx.actor, type: 'workflow', id: workflowId, name: workflowName, scopes }
}

function requireScopes({ actor }: Context, { type }: WorkflowNode): void {
  const missing = listScopes(type).find((name) => !hasScope(actor, name))
  if (missing === undefined) return
  const message = `The workflow was activated without the scope ${missing}.`
  throw new ApiError('insufficient_scope', message)
}

/** A text may have been filled in with a value that its field does not take. */
function requireFit({ type }: WorkflowNode, config: Record<string, unknown>): void {
  const faults = listSchemaFaults(findNodeType(type)!.config, config)
  if (faults.length > 0)
    throw new ApiError('invalid_type', `config${faults.join('; config').slice(0, 500)}.`)
}
