import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { auditWorkflow } from '../audit.ts'
import { advanceRun, changeStep, closeSteps, loadRun, type HeldRun } from './held.ts'
import { saveRun } from './save.ts'
import { holdRunRow, listOpenChildren, OPEN_RUN, RUNS, type RunRow } from './store.ts'

const RETRYABLE_RUN = ['failed', 'cancelled', 'timed_out']

/** Ends an open run; jobs of its steps find nothing to do. Throws `invalid_state_transition`. */
export async function cancelRun(ctx: Context, id: string): Promise<RunRow> {
  const run = await holdRunRow(ctx, id)
  if (!OPEN_RUN.includes(run.status)) throw refuse(run, 'cancelled', OPEN_RUN)
  await closeRun(ctx, await loadRun(ctx, run), 'cancelled')
  await note(ctx, run, 'cancelled')
  return RUNS.get(ctx, id)
}

/** Ends an open run before its time, and the runs that its steps wait for. */
export async function closeRun(
  ctx: Context,
  held: HeldRun,
  status: 'cancelled' | 'timed_out',
): Promise<void> {
  closeSteps(held)
  held.run.status = status
  await saveRun(ctx, held)
  for (const { id } of await listOpenChildren(ctx, held.run.id)) {
    const child = await holdRunRow(ctx, id)
    if (OPEN_RUN.includes(child.status)) await closeRun(ctx, await loadRun(ctx, child), status)
  }
}

/**
 * Goes on where a run failed or was cancelled; what was finished is not done again. Throws
 * `invalid_state_transition`.
 */
export async function retryRun(ctx: Context, id: string): Promise<RunRow> {
  const run = await holdRunRow(ctx, id)
  if (!RETRYABLE_RUN.includes(run.status)) throw refuse(run, 'retried', RETRYABLE_RUN)
  const held = await loadRun(ctx, run)
  reset(held)
  advanceRun(held)
  await saveRun(ctx, held)
  await note(ctx, run, 'tried again')
  return RUNS.get(ctx, id)
}

/** What failed or was cancelled begins anew; a loop goes on where it was. */
function reset(held: HeldRun): void {
  Object.assign(held.run, { status: 'running', error: null, output: null })
  for (const step of held.steps) {
    const { status, isHandled, itemsCount } = step
    if (status !== 'cancelled' && (status !== 'failed' || isHandled)) continue
    if (itemsCount !== null) changeStep(held, step, { status: 'waiting', error: null })
    else {
      const anew = { attempt: 1, port: null, error: null, wait: null, startedAt: null }
      changeStep(held, step, { status: 'pending', ...anew })
      held.due.add(step)
    }
  }
}

async function note(ctx: Context, run: RunRow, what: string): Promise<void> {
  const { workflowId: id, submissionId } = run
  const summary = `Run ${run.id} of a workflow ${what}`
  await auditWorkflow(ctx, { id, action: 'updated', summary, submissionId })
}

function refuse({ status }: RunRow, verb: string, allowed: readonly string[]): ApiError {
  const message = `A run that is ${status} cannot be ${verb}; it must be ${allowed.join(', ')}.`
  return new ApiError('invalid_state_transition', message)
}
