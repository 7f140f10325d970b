import { outside, type Context } from '../../../platform/context.ts'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import { toFault, type Outcome, type Work } from '../actions/action.ts'
import { findOutsideAction } from '../actions/index.ts'
import { changeStep, holdRun, noteStep, type HeldRun } from './held.ts'
import { ENGINE_FAULT, failPlace, isLeftOut, SILENT, withinSeconds } from './perform.ts'
import { prepareStep } from './prepare.ts'
import { PERFORM_OUTSIDE_STEP, saveRun, type StepPlace } from './save.ts'
import { settleStep } from './settle.ts'
import type { StepRow } from './store.ts'

/**
 * Performs a step that calls the outside, in no transaction: at least once, under a key of the
 * step. That it began is written before, so that a call whose end nobody wrote can be seen.
 */
async function performOutside(work: JobContext, place: StepPlace): Promise<void> {
  try {
    const begun = await work.transaction((ctx) => begin(ctx, place))
    if (begun === null) return
    const outcome = begun === 'left out' ? SILENT : await call(work, begun)
    await work.commit((ctx) => finish(ctx, place, outcome))
  } catch (error) {
    const fault = toFault(error)
    if (fault === null) throw error
    await work.commit((ctx) => failPlace(ctx, place, fault))
  }
}

/** Null when there is nothing left to perform. */
async function begin(ctx: Context, place: StepPlace): Promise<Work | 'left out' | null> {
  const found = await findOpen(ctx, place)
  if (found === null) return null
  const { held, step } = found
  const prepared = await prepareStep(ctx, held, step)
  if (step.status === 'running')
    noteStep(held, step, {
      level: 'warn',
      message: 'The worker was lost during the call; it is made again under the same key.',
    })
  changeStep(held, step, { status: 'running', input: prepared.config })
  await saveRun(ctx, held)
  return isLeftOut(held, step) ? 'left out' : prepared
}

async function call(work: JobContext, { ctx, ...prepared }: Work): Promise<Outcome> {
  const { node, run, step } = prepared
  const seconds = node.settings.timeoutSeconds
  const own = outside({ ...work, actor: ctx.actor })
  const given = { ...prepared, ctx: own, key: buildKey(run.id, step), timeoutMs: seconds * 1000 }
  return withinSeconds(seconds + GRACE_SECONDS, () => findOutsideAction(node.type)!(given))
}

/** A call ends at its own limit first, with what it knows of the reason. */
const GRACE_SECONDS = 2

/** `wf_<run>_<node>_<iteration>`: the same for every attempt. */
function buildKey(runId: string, { nodeId, iteration }: StepRow): string {
  return ['wf', runId, nodeId, ...(iteration === '' ? [] : [iteration])].join('_')
}

async function finish(ctx: Context, place: StepPlace, outcome: Outcome): Promise<void> {
  const found = await findOpen(ctx, place)
  if (found === null) return
  await settleStep(ctx, found.held, { step: found.step, outcome })
  await saveRun(ctx, found.held)
}

async function findOpen(
  ctx: Context,
  { runId, stepId }: StepPlace,
): Promise<{ held: HeldRun; step: StepRow } | null> {
  const held = await holdRun(ctx, runId)
  const step = held?.steps.find(({ id }) => id === stepId)
  if (!held || !step || !['pending', 'running'].includes(step.status)) return null
  return { held, step }
}

export const performOutsideStepJob = job(
  PERFORM_OUTSIDE_STEP.kind,
  PERFORM_OUTSIDE_STEP.payload,
  performOutside,
  { pool: 'io', exhausted: (ctx, place) => failPlace(ctx, place, ENGINE_FAULT) },
)
