import { Type } from 'typebox'
import { advance, type StepState } from '../../../core/workflow/advance.ts'
import { readShape, type Shape } from '../../../core/workflow/shape.ts'
import type { Context } from '../../../platform/context.ts'
import { enqueueMany } from '../../../platform/jobs/job.ts'
import { getGraph } from '../store.ts'
import { cancelSteps, insertSteps, listSteps, updateRun, updateStep } from './store.ts'
import type { RunRow, StepRow } from './store.ts'

/** The job that performs one step; `perform.ts` runs it. */
export const PERFORM_STEP = {
  kind: 'perform-workflow-step',
  payload: Type.Object({ runId: Type.String(), stepId: Type.String() }),
}

/** A held run with its graph and its steps. */
export interface HeldRun {
  run: RunRow
  shape: Shape
  steps: StepRow[]
}

export async function loadRun(ctx: Context, run: RunRow): Promise<HeldRun> {
  const graph = await getGraph(ctx, run)
  return { run, shape: readShape(graph), steps: await listSteps(ctx, run.id) }
}

/**
 * Writes what follows from the steps of a held run: new steps with their jobs, or the run's end.
 * It is one transaction with what changed the steps, so nothing can be lost between the two.
 */
export async function advanceRun(ctx: Context, run: RunRow): Promise<void> {
  const { shape, steps } = await loadRun(ctx, run)
  const next = advance(
    shape,
    steps.map((step) => toState(step, shape)),
  )
  for (const { nodeId, iteration } of next.finish) {
    const loop = steps.find((step) => step.nodeId === nodeId && step.iteration === iteration)!
    await updateStep(ctx, loop.id, { status: 'succeeded', port: 'done' })
  }
  const added = await insertSteps(ctx, run.id, next.insert)
  await enqueueSteps(
    ctx,
    run.id,
    added.filter(({ status }) => status === 'pending'),
  )
  const { status } = next.run
  if (status === 'failed' || status === 'succeeded') await cancelSteps(ctx, run.id)
  const error = 'error' in next.run && next.run.error ? { error: next.run.error } : {}
  if (status !== run.status || 'error' in next.run)
    await updateRun(ctx, run.id, { status, ...error })
}

/** A job for each step that is due. */
export async function enqueueSteps(
  ctx: Context,
  runId: string,
  steps: readonly { id: string }[],
): Promise<void> {
  const jobs = steps.map(({ id }) => ({ payload: { runId, stepId: id }, uniqueKey: id }))
  await enqueueMany(ctx, PERFORM_STEP, jobs)
}

function toState(step: StepRow, shape: Shape): StepState {
  const { nodeId, iteration, status, port, isHandled, itemsCount, error, output } = step
  const state = { nodeId, iteration, status, port, isHandled, error }
  const isStop = shape.nodes.get(nodeId)?.type === 'stop'
  return {
    ...state,
    ...(itemsCount !== null && { itemsCount }),
    ...(isStop && output && { stop: output as unknown as NonNullable<StepState['stop']> }),
  }
}
