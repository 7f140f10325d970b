import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { auditWorkflow } from '../audit.ts'
import { enqueueSteps } from './advance.ts'
import { cancelSteps, OPEN_RUN, resetSteps, RUNS, updateRun, type RunRow } from './store.ts'

const RETRYABLE_RUN = ['failed', 'cancelled', 'timed_out']

/** Ends an open run; jobs of its steps find nothing to do. Throws `invalid_state_transition`. */
export async function cancelRun(ctx: Context, id: string): Promise<RunRow> {
  const run = await RUNS.hold(ctx, id)
  if (!OPEN_RUN.includes(run.status)) throw refuse(run, 'cancelled', OPEN_RUN)
  await cancelSteps(ctx, id)
  await updateRun(ctx, id, { status: 'cancelled' })
  await note(ctx, run, 'cancelled')
  return RUNS.get(ctx, id)
}

/**
 * Goes on where a run failed or was cancelled; what was finished is not done again. Throws
 * `invalid_state_transition`.
 */
export async function retryRun(ctx: Context, id: string): Promise<RunRow> {
  const run = await RUNS.hold(ctx, id)
  if (!RETRYABLE_RUN.includes(run.status)) throw refuse(run, 'retried', RETRYABLE_RUN)
  await updateRun(ctx, id, { status: 'running', error: null, finishedAt: null })
  await enqueueSteps(ctx, id, await resetSteps(ctx, id))
  await note(ctx, run, 'tried again')
  return RUNS.get(ctx, id)
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
