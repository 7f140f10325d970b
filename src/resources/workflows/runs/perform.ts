import { findNodeType, isOutside } from '../../../core/workflow/nodes/index.ts'
import type { Context } from '../../../platform/context.ts'
import { job, LeaseLost, takeDue, type JobContext } from '../../../platform/jobs/job.ts'
import { StepFailed, toFault, type Fault, type Outcome } from '../actions/action.ts'
import { findAction, isCollected } from '../actions/index.ts'
import { closeDeals, findDealUse, openDeals } from './deals.ts'
import {
  beginStep,
  changeStep,
  holdRun,
  holdRuns,
  isEnded,
  findNode,
  type HeldRun,
} from './held.ts'
import { prepareStep } from './prepare.ts'
import { PERFORM_STEP, saveRun, saveRuns, traceRun, type StepPlace } from './save.ts'
import { failStep, settleStep } from './settle.ts'
import type { StepRow } from './store.ts'

/** Steps of a run that one transaction performs, so that none is held for long. */
const STEPS_MAX = 50
/** Runs whose steps one transaction performs. */
const RUNS_MAX = 10
const BATCH_MS_MAX = 200

/** Steps that follow each other in one transaction. */
export interface Batch {
  max: number
  /** Those that were performed before one threw. */
  done: number
  endsAtMs: number
}

export function openBatch(max = STEPS_MAX): Batch {
  return { max, done: 0, endsAtMs: performance.now() + BATCH_MS_MAX }
}

/**
 * Performs a step, and those that follow from it and wait for nothing: their effects, their ends
 * and what follows are one transaction. A step that has ended, or whose run has, is left as it is,
 * so a job may run twice. Where others wait, steps of further runs are performed with it.
 */
async function performSteps(work: JobContext, place: StepPlace): Promise<void> {
  const isFirst = work.attempt === 1
  if (isFirst && work.othersWait && (await performSeveral(work, place))) return
  // What broke a transaction for a reason of ours is found by performing one step alone.
  const max = isFirst ? STEPS_MAX : 1
  let done = 0
  try {
    await work.commit(async (ctx) => {
      const batch = openBatch(max)
      await performBatch(ctx, [place], batch).finally(() => (done = batch.done))
    })
  } catch (error) {
    const fault = toFault(error)
    if (fault === null) throw error
    // Nothing of the transaction is there: those before the one that failed are performed again.
    if (done === 0) await work.commit((ctx) => failPlace(ctx, place, fault))
    else await work.commit((ctx) => performBatch(ctx, [place], openBatch(done)))
  }
}

/**
 * Takes as many runs along as the first one leaves time for. Whether all went well; if not, nothing
 * is written, and the jobs of the others still wait.
 */
async function performSeveral(work: JobContext, place: StepPlace): Promise<boolean> {
  try {
    await work.commit(async (ctx) => {
      const beganAt = performance.now()
      const batch = openBatch(STEPS_MAX * RUNS_MAX)
      await performBatch(ctx, [place], batch)
      const tookMs = performance.now() - beganAt
      const room = Math.min(RUNS_MAX - 1, Math.floor((BATCH_MS_MAX - tookMs) / tookMs))
      if (room > 0) await performBatch(ctx, await takeDue(ctx, PERFORM_STEP, room), batch)
    })
    return true
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    return false
  }
}

async function performBatch(
  ctx: Context,
  places: readonly StepPlace[],
  batch: Batch,
): Promise<void> {
  if (places.length === 0) return
  const runs = await holdRuns(ctx, [...new Set(places.map(({ runId }) => runId))])
  const stepIds = new Set(places.map(({ stepId }) => stepId))
  for (const { steps, due } of runs)
    for (const step of steps) if (stepIds.has(step.id) && step.status === 'pending') due.add(step)
  await openRunDeals(ctx, runs)
  for (const held of runs) await performDue(ctx, held, batch)
  await saveRuns(ctx, runs)
}

/** Reads the deals of runs at once, where the steps that are due need them. */
async function openRunDeals(ctx: Context, runs: readonly HeldRun[]): Promise<void> {
  const needing = runs.filter((held) => {
    const step = findInside(held)
    return step && isCollected(findNode(held, step).type) && held.run.submissionId !== null
  })
  for (const [use, own] of Map.groupBy(needing, ({ shape }) => findDealUse(shape)))
    if (use !== null)
      await openDeals(
        ctx,
        own.map(({ run }) => run.submissionId!),
        { isHeld: use === 'changed' },
      )
}

/** Performs the steps that are due, and those that follow and wait for nothing. */
export async function performDue(ctx: Context, held: HeldRun, batch: Batch): Promise<void> {
  // What a run causes has its trace, whatever job performs it.
  const own = traceRun(ctx, held.run)
  const isFull = (): boolean => batch.done >= batch.max || performance.now() >= batch.endsAtMs
  for (;;) {
    const step = isFull() || isEnded(held) ? undefined : findInside(held)
    if (!step) return
    held.due.delete(step)
    await performOne(own, held, step)
    batch.done += 1
  }
}

async function performOne(ctx: Context, held: HeldRun, step: StepRow): Promise<void> {
  beginStep(held, step)
  const work = await prepareStep(ctx, held, step)
  const { node, config } = work
  if (!isCollected(node.type)) await closeDeals(ctx)
  const seconds = node.settings.timeoutSeconds
  const action = findAction(node.type)!
  const outcome = isLeftOut(held, step)
    ? SILENT
    : await withinSeconds(seconds, async () => action(work))
  changeStep(held, step, { input: config })
  await settleStep(ctx, held, { step, outcome })
}

/** What the work returns; throws `step_timed_out` when it takes longer. */
export async function withinSeconds<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const message = `The step took longer than ${seconds} seconds.`
  const timer = setTimeout(
    () => late.reject(new StepFailed('step_timed_out', message)),
    seconds * 1000,
  )
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** How a step ends that a silent run leaves out. */
export const SILENT: Outcome = { output: { skipped: 'silent' } }

/** A silent run leaves out what the outside would see, a dry one what changes anything. */
export function isLeftOut(held: HeldRun, step: StepRow): boolean {
  const { run } = held
  const { sideEffects = 'none' } = findNodeType(findNode(held, step).type) ?? {}
  return run.isSilent && (run.isDry ? sideEffects !== 'none' : sideEffects === 'external')
}

function findInside(held: HeldRun): StepRow | undefined {
  return [...held.due].find((step) => !isOutside(findNode(held, step).type))
}

/** The step has failed; nothing is changed where it has ended meanwhile. */
export async function failPlace(ctx: Context, place: StepPlace, fault: Fault): Promise<void> {
  const held = await holdRun(ctx, place.runId)
  const step = held?.steps.find(({ id }) => id === place.stepId)
  if (!held || !step || !['pending', 'running'].includes(step.status)) return
  await failStep(ctx, held, { step, fault })
  await saveRun(ctx, held)
}

export const ENGINE_FAULT: Fault = {
  code: 'engine_failed',
  message: 'Something went wrong on our side.',
  isRetryable: false,
}

export const performStepJob = job(PERFORM_STEP.kind, PERFORM_STEP.payload, performSteps, {
  exhausted: (ctx, place) => failPlace(ctx, place, ENGINE_FAULT),
})
