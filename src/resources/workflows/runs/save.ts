import { Type } from 'typebox'
import { isOutside } from '../../../core/workflow/nodes/index.ts'
import type { Context } from '../../../platform/context.ts'
import { enqueue, enqueueMany } from '../../../platform/jobs/job.ts'
import { closeApprovals } from '../approvals/store.ts'
import { isEnded, findNode, type HeldRun } from './held.ts'
import {
  deleteWaits,
  RUN_STATE,
  saveSteps,
  updateRuns,
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
  await saveRuns(ctx, [held])
}

/** The same for several: as many statements as for one, beside their jobs. */
export async function saveRuns(ctx: Context, runs: readonly HeldRun[]): Promise<void> {
  const changed = runs.flatMap((held) => [...held.changed])
  await saveSteps(ctx, changed)
  for (const held of runs) await enqueueSteps(ctx, held, { steps: [...held.due] })
  const awaited = changed.filter(({ wait, status }) => wait?.ports && status !== 'waiting')
  await deleteWaits(
    ctx,
    awaited.map(({ id }) => id),
  )
  await updateRuns(
    ctx,
    runs.filter(hasChanged).map(({ run }) => run),
  )
  const ended = runs.filter(isEnded)
  await closeApprovals(
    ctx,
    ended.filter(hasApprovals).map(({ run }) => run.id),
  )
  for (const { run } of ended) await wakeParent(ctx, run)
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

function hasChanged({ run, before }: HeldRun): boolean {
  return RUN_STATE.some((name) => run[name] !== before[name])
}

function hasApprovals({ shape }: HeldRun): boolean {
  return [...shape.nodes.values()].some(({ type }) => type === 'approval')
}

async function wakeParent(ctx: Context, { id, parentRunId, parentStepId }: RunRow): Promise<void> {
  if (parentRunId === null || parentStepId === null) return
  await enqueue(ctx, WAKE_STEP, { runId: parentRunId, stepId: parentStepId, childRunId: id })
}
