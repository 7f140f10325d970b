import { Type } from 'typebox'
import { isOutside } from '../../../core/workflow/nodes/index.ts'
import type { Context } from '../../../platform/context.ts'
import { enqueue, enqueueMany } from '../../../platform/jobs/job.ts'
import { closeApprovals } from '../approvals/store.ts'
import { isEnded, findNode, type HeldRun } from './held.ts'
import {
  deleteWaits,
  saveSteps,
  updateRun,
  type RunChange,
  type RunRow,
  type StepRow,
} from './store.ts'

const StepPayload = Type.Object({ runId: Type.String(), stepId: Type.String() })

/** Names a step of a run. */
export interface StepPlace {
  runId: string
  stepId: string
}

/** The job that performs steps whose effect is a transaction; `perform.ts` runs it. */
export const PERFORM_STEP = { kind: 'perform-workflow-step', payload: StepPayload }
/** The same for a step that calls the outside; `outside.ts` runs it. */
export const PERFORM_OUTSIDE_STEP = { kind: 'perform-outside-step', payload: StepPayload }

/** The job that ends the wait of a step, when its time has come or its cause; `wake.ts` runs it. */
export const WAKE_STEP = {
  kind: 'wake-workflow-step',
  payload: Type.Object({
    runId: Type.String(),
    stepId: Type.String(),
    /** The event that it waits for. */
    eventId: Type.Optional(Type.String()),
    /** The run that it waits for. */
    childRunId: Type.Optional(Type.String()),
  }),
}

/** The same for steps that wait for one event: few of them are worth a transaction of their own. */
export const WAKE_STEPS = {
  kind: 'wake-workflow-steps',
  payload: Type.Object({ eventId: Type.String(), places: Type.Array(StepPayload) }),
}

/** Writes what changed of a held run, with a job for each step that is due. */
export async function saveRun(ctx: Context, held: HeldRun): Promise<void> {
  const { run, changed } = held
  await saveSteps(ctx, [...changed])
  await enqueueSteps(ctx, held, { steps: [...held.due] })
  const awaited = [...changed].filter(({ wait, status }) => wait?.ports && status !== 'waiting')
  await deleteWaits(
    ctx,
    awaited.map(({ id }) => id),
  )
  const change = listChanges(held)
  if (Object.keys(change).length > 0) await updateRun(ctx, run.id, change)
  if (!isEnded(held)) return
  await closeApprovals(ctx, run.id)
  await wakeParent(ctx, run)
}

/** A job for each step that is due, now or after some seconds. */
export async function enqueueSteps(
  ctx: Context,
  held: HeldRun,
  { steps, delaySeconds = 0 }: { steps: readonly StepRow[]; delaySeconds?: number },
): Promise<void> {
  const kinds = Map.groupBy(steps, (step) =>
    isOutside(findNode(held, step).type) ? PERFORM_OUTSIDE_STEP : PERFORM_STEP,
  )
  const traced = traceRun(ctx, held.run)
  for (const [kind, own] of kinds) {
    const jobs = own.map(({ id, runId }) => ({ payload: { runId, stepId: id }, delaySeconds }))
    await enqueueMany(traced, kind, jobs)
  }
}

/** Wakes a step that waits; it holds nothing until then. */
export async function enqueueWake(ctx: Context, place: StepPlace, atMs: number): Promise<void> {
  const delaySeconds = Math.max(0, (atMs - ctx.house.now()) / 1000)
  await enqueue(ctx, WAKE_STEP, place, { delaySeconds })
}

/** Whatever the steps of a run cause has the trace of the run. */
function traceRun(ctx: Context, { traceId }: RunRow): Context {
  return traceId === null ? ctx : { ...ctx, trace: { ...ctx.trace, traceId } }
}

function listChanges({ run, before }: HeldRun): RunChange {
  return {
    ...(run.status !== before.status && { status: run.status }),
    ...(run.error !== before.error && { error: run.error }),
    ...(run.output !== before.output && { output: run.output }),
    ...(run.variables !== before.variables && { variables: run.variables }),
  }
}

async function wakeParent(ctx: Context, { id, parentRunId, parentStepId }: RunRow): Promise<void> {
  if (parentRunId === null || parentStepId === null) return
  await enqueue(ctx, WAKE_STEP, { runId: parentRunId, stepId: parentStepId, childRunId: id })
}
