import { findNextPort } from '../../../core/workflow/graph.ts'
import type { Context } from '../../../platform/context.ts'
import { StepFailed, type Fault, type Outcome, type Waiting } from '../actions/action.ts'
import { advanceRun, changeStep, findNode, noteStep, type HeldRun } from './held.ts'
import { enqueueSteps, enqueueWake } from './save.ts'
import { insertWaits, type StepRow } from './store.ts'

const OUTPUT_BYTES_MAX = 256 * 1024
const BACKOFF_SECONDS_MAX = 3600

/** Notes how a step ends or what it waits for, and what follows; `saveRun` writes it. */
export async function settleStep(
  ctx: Context,
  held: HeldRun,
  { step, outcome }: { step: StepRow; outcome: Outcome },
): Promise<void> {
  if ('wait' in outcome) await wait(ctx, held, { step, waiting: outcome.wait })
  else if ('items' in outcome) {
    const { items } = outcome
    const output = limited({ count: items.length, items })
    changeStep(held, step, { status: 'waiting', itemsCount: items.length, output })
  } else end(held, step, outcome)
  advanceRun(held)
}

type End = Exclude<Outcome, { wait: unknown } | { items: unknown }>

function end(held: HeldRun, step: StepRow, { port, output = {}, variables, stop }: End): void {
  const next = stop ? null : (port ?? findNextPort(findNode(held, step)))
  changeStep(held, step, { status: 'succeeded', port: next, output: limited(output), error: null })
  const { run } = held
  if (variables) run.variables = { ...run.variables, ...variables }
}

async function wait(
  ctx: Context,
  held: HeldRun,
  { step, waiting }: { step: StepRow; waiting: Waiting },
): Promise<void> {
  const { kind, untilMs, ports, subjectId, submissionId = null, atMs = untilMs, state } = waiting
  const noted = {
    kind,
    until: new Date(untilMs).toISOString(),
    ...(ports && { ports }),
    ...(subjectId && { subjectId }),
    ...(kind === 'check' && { at: new Date(atMs).toISOString(), state: state ?? {} }),
  }
  const hasTimer = step.wait !== null && step.wait.at === noted.at
  changeStep(held, step, { status: 'waiting', wait: noted })
  if (ports) await insertWaits(ctx, step, { types: Object.keys(ports), submissionId })
  if (!hasTimer) await enqueueWake(ctx, { runId: step.runId, stepId: step.id }, atMs)
}

/** Tries a failed step again later where that may help, else goes on as its node says. */
export async function failStep(
  ctx: Context,
  held: HeldRun,
  { step, fault }: { step: StepRow; fault: Fault },
): Promise<void> {
  const node = findNode(held, step)
  const { retries, onError } = node.settings
  const { isRetryable, ...error } = fault
  const failed = `Attempt ${step.attempt} failed with ${error.code}: ${error.message}`
  noteStep(held, step, { level: 'warn', message: failed })
  if (isRetryable && step.attempt <= retries.max) {
    const wanted = retries.backoffSeconds * 2 ** (step.attempt - 1)
    const delaySeconds = Math.min(BACKOFF_SECONDS_MAX, wanted)
    changeStep(held, step, { status: 'pending', attempt: step.attempt + 1, error })
    await enqueueSteps(ctx, [{ held, step }], { delaySeconds })
    return
  }
  const ports = { fail: null, continue: findNextPort(node), branch: 'error' }
  const isHandled = onError !== 'fail'
  changeStep(held, step, { status: 'failed', port: ports[onError], isHandled, error })
  advanceRun(held)
}

function limited(output: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(output)) <= OUTPUT_BYTES_MAX) return output
  throw new StepFailed('output_too_long')
}
