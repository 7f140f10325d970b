import { findNextPort } from '../../../core/workflow/graph.ts'
import type { Context } from '../../../platform/context.ts'
import { Type } from 'typebox'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import { advanceRun, loadRun } from './advance.ts'
import { holdOpenRun, updateStep } from './store.ts'

const WAKE_STEP = {
  kind: 'wake-workflow-step',
  payload: Type.Object({ runId: Type.String(), stepId: Type.String() }),
}

interface Payload {
  runId: string
  stepId: string
}

/** Wakes a step that waits; it holds nothing until then. */
export async function enqueueWake(ctx: Context, payload: Payload, atMs: number): Promise<void> {
  const delaySeconds = Math.max(0, (atMs - ctx.house.now()) / 1000)
  await enqueue(ctx, WAKE_STEP, payload, { delaySeconds })
}

/** Ends a step whose time has come; one that something else has ended is left as it is. */
async function wakeStep(work: JobContext, { runId, stepId }: Payload): Promise<void> {
  await work.commit(async (ctx) => {
    const run = await holdOpenRun(ctx, runId)
    if (!run) return
    const { shape, steps } = await loadRun(ctx, run)
    const step = steps.find(({ id }) => id === stepId)
    if (step?.status !== 'waiting' || !step.wait) return
    const { until } = step.wait
    if (Date.parse(until) > ctx.house.now()) {
      await enqueueWake(ctx, { runId, stepId }, Date.parse(until))
      return
    }
    const port = findNextPort(shape.nodes.get(step.nodeId)!)
    await updateStep(ctx, step.id, { status: 'succeeded', port, output: { until } })
    await advanceRun(ctx, run)
  })
}

export const wakeStepJob = job(WAKE_STEP.kind, WAKE_STEP.payload, wakeStep)
