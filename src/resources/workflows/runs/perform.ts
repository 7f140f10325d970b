import { findNodeType, isOutside } from '../../../core/workflow/nodes/index.ts'
import type { Context } from '../../../platform/context.ts'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import { toFault, type Fault, type Outcome } from '../actions/action.ts'
import { findAction } from '../actions/index.ts'
import { beginStep, changeStep, holdRun, isEnded, findNode, type HeldRun } from './held.ts'
import { withinSeconds } from './limit.ts'
import { prepareStep } from './prepare.ts'
import { PERFORM_STEP, saveRun, type StepPlace } from './save.ts'
import { failStep, settleStep } from './settle.ts'
import type { StepRow } from './store.ts'

/** Steps that one transaction performs, so that none is held for long. */
export const STEPS_MAX = 50
const BATCH_MS_MAX = 200

/** Steps that follow each other in one transaction. */
interface Batch {
  max: number
  /** Those that were performed before one threw. */
  done: number
}

/**
 * Performs a step, and those that follow from it and wait for nothing: their effects, their ends
 * and what follows are one transaction. A step that has ended, or whose run has, is left as it is,
 * so a job may run twice.
 */
async function performSteps(work: JobContext, place: StepPlace): Promise<void> {
  // What broke a transaction for a reason of ours is found by performing one step alone.
  const batch = { max: work.attempt === 1 ? STEPS_MAX : 1, done: 0 }
  try {
    await work.commit((ctx) => performBatch(ctx, place, batch))
  } catch (error) {
    const fault = toFault(error)
    if (fault === null) throw error
    const { done } = batch
    // Nothing of the transaction is there: those before the one that failed are performed again.
    if (done === 0) await work.commit((ctx) => failPlace(ctx, place, fault))
    else await work.commit((ctx) => performBatch(ctx, place, { max: done, done: 0 }))
  }
}

async function performBatch(ctx: Context, place: StepPlace, batch: Batch): Promise<void> {
  batch.done = 0
  const held = await holdRun(ctx, place.runId)
  const first = held?.steps.find(({ id }) => id === place.stepId)
  if (!held || first?.status !== 'pending') return
  await performDue(ctx, held, { batch, first })
  await saveRun(ctx, held)
}

/** Performs a due step, or that one, and those that follow and wait for nothing. */
export async function performDue(
  ctx: Context,
  held: HeldRun,
  { batch, first = findInside(held) }: { batch: Batch; first?: StepRow | undefined },
): Promise<void> {
  const endsAt = performance.now() + BATCH_MS_MAX
  let step = batch.max > 0 && !isEnded(held) ? first : undefined
  while (step) {
    held.due.delete(step)
    await performOne(ctx, held, step)
    batch.done += 1
    const isFull = batch.done >= batch.max || performance.now() >= endsAt
    step = isFull || isEnded(held) ? undefined : findInside(held)
  }
}

async function performOne(ctx: Context, held: HeldRun, step: StepRow): Promise<void> {
  beginStep(held, step)
  const work = await prepareStep(ctx, held, step)
  const { node, config } = work
  const seconds = node.settings.timeoutSeconds
  const action = findAction(node.type)!
  const outcome = isLeftOut(held, step)
    ? SILENT
    : await withinSeconds(seconds, async () => action(work))
  changeStep(held, step, { input: config })
  await settleStep(ctx, held, { step, outcome })
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
