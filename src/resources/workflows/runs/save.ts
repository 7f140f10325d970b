import { Type } from 'typebox'
import { isOutside } from '../../../core/workflow/nodes/index.ts'
import type { Context } from '../../../platform/context.ts'
import { enqueue, enqueueMany } from '../../../platform/jobs/job.ts'
import { closeApprovals } from '../approvals/store.ts'
import { writeDeals } from './deals.ts'
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

/**
 * The same for several: as many statements as for one, beside the jobs of those that go on. None
 * needs what another one returns, so they go out together.
 */
export async function saveRuns(ctx: Context, runs: readonly HeldRun[]): Promise<void> {
  const changed = runs.flatMap((held) => [...held.changed])
  const awaited = changed.filter(({ wait, status }) => wait?.ports && status !== 'waiting')
  const ended = runs.filter(isEnded)
  await Promise.all([
    writeDeals(ctx),
    saveSteps(ctx, changed),
    updateRuns(
      ctx,
      runs.filter(hasChanged).map(({ run }) => run),
    ),
    deleteWaits(
      ctx,
      awaited.map(({ id }) => id),
    ),
    closeApprovals(
      ctx,
      ended.filter(hasApprovals).map(({ run }) => run.id),
    ),
    enqueueSteps(
      ctx,
      runs.flatMap((held) => [...held.due].map((step) => ({ held, step }))),
    ),
    ...ended.map(({ run }) => wakeParent(ctx, run)),
  ])
}

/** A job for each step that is due, now or after some seconds. */
export async function enqueueSteps(
  ctx: Context,
  due: readonly { held: HeldRun; step: StepRow }[],
  { delaySeconds = 0 } = {},
): Promise<void> {
  const kinds = Map.groupBy(due, ({ held, step }) =>
    isOutside(findNode(held, step).type) ? PERFORM_OUTSIDE_STEP : PERFORM_STEP,
  )
  for (const [kind, own] of kinds) {
    const jobs = own.map(({ held, step: { id: stepId, runId } }) => {
      return { payload: { runId, stepId }, delaySeconds, trace: traceRun(ctx, held.run).trace }
    })
    await enqueueMany(ctx, kind, jobs)
  }
}

/** Wakes a step that waits; it holds nothing until then. */
export async function enqueueWake(ctx: Context, place: StepPlace, atMs: number): Promise<void> {
  const delaySeconds = Math.max(0, (atMs - ctx.house.now()) / 1000)
  await enqueue(ctx, WAKE_STEP, place, { delaySeconds })
}

/** Whatever the steps of a run cause has the trace of the run. */
export function traceRun(ctx: Context, { traceId }: RunRow): Context {
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
