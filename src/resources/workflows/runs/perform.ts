import { hasScope, type Actor } from '../../../core/values/access/actor.ts'
import { findNextPort, type WorkflowNode } from '../../../core/workflow/graph.ts'
import type { Scope } from '../../../core/workflow/language/scope.ts'
import { fillConfig } from '../../../core/workflow/language/text.ts'
import { findNodeType } from '../../../core/workflow/nodes/index.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { ERRORS, type ErrorCode } from '../../../platform/errors/catalogue.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import { listSchemaFaults } from '../../../platform/wire/check/validate.ts'
import { presentSubmission } from '../../records/submissions/present.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import type { Outcome } from '../actions/action.ts'
import { findAction } from '../actions/index.ts'
import { WORKFLOWS } from '../store.ts'
import { advanceRun, loadRun, PERFORM_STEP, type HeldRun } from './advance.ts'
import { buildScope } from './scope.ts'
import { holdOpenRun, updateRun, updateStep, type RunRow, type StepRow } from './store.ts'
import { enqueueWake } from './wake.ts'

const OUTPUT_BYTES_MAX = 256 * 1024
const BACKOFF_SECONDS_MAX = 3600

interface Payload {
  runId: string
  stepId: string
}

/**
 * Performs a step: its effect, its end and the steps that follow are one transaction. A step that
 * has ended, or whose run has, is left as it is, so a job may run twice.
 */
async function performStep(work: JobContext, payload: Payload): Promise<void> {
  try {
    await work.commit((ctx) => performHeld(ctx, payload))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await work.commit((ctx) => failStep(ctx, payload, error))
  }
}

async function performHeld(ctx: Context, payload: Payload): Promise<void> {
  const found = await holdStep(ctx, payload)
  if (!found) return
  const { held, step, node } = found
  const action = findAction(node.type)
  if (!action) throw new ApiError('workflow_not_runnable', `Nothing performs ${node.type} yet.`)
  const own = { ...ctx, actor: await readActor(ctx, held.run) }
  requireScopes(own, node)
  const scope = await readScope(own, held, step)
  const filled = fillConfig(node.config, scope)
  if ('problem' in filled) throw new ApiError('invalid_expression', `${filled.problem}.`)
  const config = filled.value
  requireFit(node, config)
  const outcome = await action({ ctx: own, run: held.run, node, config, scope })
  await updateStep(ctx, step.id, { input: config })
  await endStep(ctx, { run: held.run, step, node }, outcome)
}

interface FoundStep {
  held: HeldRun
  step: StepRow
  node: WorkflowNode
}

/** Null when there is nothing left to perform. */
async function holdStep(ctx: Context, { runId, stepId }: Payload): Promise<FoundStep | null> {
  const run = await holdOpenRun(ctx, runId)
  if (!run) return null
  const held = await loadRun(ctx, run)
  const step = held.steps.find(({ id }) => id === stepId)
  if (step?.status !== 'pending') return null
  return { held, step, node: held.shape.nodes.get(step.nodeId)! }
}

/** A run acts as its workflow, and may do what whoever activated it could do then. */
async function readActor(ctx: Context, { workflowId, scopes }: RunRow): Promise<Actor> {
  const { name } = await WORKFLOWS.get(ctx, workflowId)
  return { ...ctx.actor, type: 'workflow', id: workflowId, name, scopes }
}

function requireScopes({ actor }: Context, { type }: WorkflowNode): void {
  const missing = (findNodeType(type)?.requires ?? []).find(
    (name) => /^\w+:(?:read|write)$/.test(name) && !hasScope(actor, name),
  )
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

/** Without the scope to read submissions, a workflow sees none. */
async function readScope(ctx: Context, held: HeldRun, step: StepRow): Promise<Scope> {
  const { submissionId } = held.run
  const submission =
    submissionId === null || !hasScope(ctx.actor, 'submissions:read')
      ? null
      : await presentSubmission(ctx, await getSubmission(ctx, submissionId))
  return {
    ...buildScope(ctx, held, step),
    submission: submission as Record<string, unknown> | null,
  }
}

async function endStep(
  ctx: Context,
  { run, step, node }: { run: RunRow; step: StepRow; node: WorkflowNode },
  outcome: Outcome,
): Promise<void> {
  if ('waitUntilMs' in outcome) {
    const until = new Date(outcome.waitUntilMs).toISOString()
    await updateStep(ctx, step.id, { status: 'waiting', wait: { kind: 'delay', until } })
    await enqueueWake(ctx, { runId: run.id, stepId: step.id }, outcome.waitUntilMs)
  } else if ('items' in outcome) {
    const { items } = outcome
    const output = limited({ count: items.length, items })
    await updateStep(ctx, step.id, { status: 'waiting', itemsCount: items.length, output })
  } else {
    const { port, output = {}, variables, stop } = outcome
    const next = stop ? null : (port ?? findNextPort(node))
    await updateStep(ctx, step.id, { status: 'succeeded', port: next, output: limited(output) })
    if (variables) await updateRun(ctx, run.id, { variables: { ...run.variables, ...variables } })
  }
  await advanceRun(ctx, run)
}

function limited(output: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(output)) <= OUTPUT_BYTES_MAX) return output
  throw new ApiError('too_long', 'The output of a step may have 256 KiB.')
}

/** Tries again later where that may help, else goes on as the node says. */
async function failStep(ctx: Context, payload: Payload, error: ApiError): Promise<void> {
  const found = await holdStep(ctx, payload)
  if (!found) return
  const { held, step, node } = found
  const { retries, onError } = node.settings
  const fault = { code: error.code, message: error.message }
  if (isRetryable(error.code) && step.attempt <= retries.max) {
    const delaySeconds = retries.backoffSeconds * 2 ** (step.attempt - 1)
    await updateStep(ctx, step.id, { status: 'pending', attempt: step.attempt + 1, error: fault })
    const options = { delaySeconds: Math.min(BACKOFF_SECONDS_MAX, delaySeconds) }
    await enqueue(ctx, PERFORM_STEP, payload, options)
    return
  }
  const ports = { fail: null, continue: findNextPort(node), branch: 'error' }
  const isHandled = onError !== 'fail'
  const change = { port: ports[onError], isHandled, error: fault }
  await updateStep(ctx, step.id, { status: 'failed', ...change })
  await advanceRun(ctx, held.run)
}

function isRetryable(code: ErrorCode): boolean {
  return ERRORS[code].isRetryable || ERRORS[code].status >= 500
}

export const performStepJob = job(PERFORM_STEP.kind, PERFORM_STEP.payload, performStep, {
  exhausted: (ctx, payload) => failStep(ctx, payload, new ApiError('internal_error')),
})
