import { hasTimeout, findNextPort, TIMEOUT_PORT } from '../../../core/workflow/graph.ts'
import type { ConditionConfig } from '../../../core/workflow/language/condition.ts'
import { isLetThrough } from '../../../core/workflow/language/filter.ts'
import type { Context } from '../../../platform/context.ts'
import { enqueueMany, job, type JobContext } from '../../../platform/jobs/job.ts'
import { findEvent, type EventRow } from '../../events/store.ts'
import { StepFailed, toFault, type Fault, type Outcome } from '../actions/action.ts'
import { findResume } from '../actions/index.ts'
import { expireApproval } from '../approvals/store.ts'
import { holdRuns, findNode, type HeldRun } from './held.ts'
import { closeDeals } from './deals.ts'
import { openBatch, performDue } from './perform.ts'
import { prepareStep, readScope, toActor } from './prepare.ts'
import { enqueueWake, saveRuns, traceRun, WAKE_STEP, WAKE_STEPS, type StepPlace } from './save.ts'
import { failStep, settleStep } from './settle.ts'
import { RUNS, type StepRow, type Wait } from './store.ts'

/** What ends a wait before its time. */
interface Cause {
  eventId?: string
  childRunId?: string
}

/** The same, with the event as it is kept; null where it is gone. */
interface FoundCause extends Cause {
  event?: EventRow | null
}

/**
 * Ends a step that waits, and performs those that follow and wait for nothing; one that something
 * else has ended is left as it is. When one that follows fails, the wait ends alone.
 */
async function wakeStep(
  work: JobContext,
  { eventId, childRunId, ...place }: StepPlace & Cause,
): Promise<void> {
  const cause = { ...(eventId && { eventId }), ...(childRunId && { childRunId }) }
  const wake = (max?: number) => work.commit((ctx) => wakeAll(ctx, [place], { cause, max }))
  try {
    await wake(work.attempt === 1 ? undefined : 0)
  } catch (error) {
    if (toFault(error) === null) throw error
    await wake(0)
  }
}

/** The same for several in one transaction; when one throws, each has a job of its own. */
async function wakeSteps(
  work: JobContext,
  { eventId, places }: { eventId: string; places: StepPlace[] },
): Promise<void> {
  try {
    await work.commit((ctx) => wakeAll(ctx, places, { cause: { eventId } }))
  } catch {
    const alone = places.map((place) => ({ payload: { ...place, eventId } }))
    await work.commit((ctx) => enqueueMany(ctx, WAKE_STEP, alone))
  }
}

/** `max` is how many steps that follow each of them may be performed. */
async function wakeAll(
  ctx: Context,
  places: readonly StepPlace[],
  { cause, max }: { cause: Cause; max?: number | undefined },
): Promise<void> {
  const runs = await holdRuns(ctx, [...new Set(places.map(({ runId }) => runId))])
  const byId = new Map(runs.map((held) => [held.run.id, held]))
  const { eventId } = cause
  const found = eventId === undefined ? cause : { ...cause, event: await findEvent(ctx, eventId) }
  for (const { runId, stepId } of places) {
    const held = byId.get(runId)
    if (held) await wakeHeld(ctx, held, { stepId, cause: found, max })
  }
  await saveRuns(ctx, runs)
}

async function wakeHeld(
  ctx: Context,
  held: HeldRun,
  { stepId, cause, max }: { stepId: string; cause: FoundCause; max?: number | undefined },
): Promise<void> {
  const step = held.steps.find(({ id }) => id === stepId)
  if (step?.status !== 'waiting' || !step.wait) return
  const own = { ...traceRun(ctx, held.run), actor: toActor(ctx, held.run) }
  const found = await findEnd(own, held, { step, wait: step.wait, cause })
  if (found === null) return
  if ('code' in found) await failStep(ctx, held, { step, fault: found })
  else await settleStep(own, held, { step, outcome: found })
  await performDue(ctx, held, openBatch(max))
}

interface Waited {
  step: StepRow
  wait: Wait
  cause: FoundCause
}

/** How the step ends; null while it goes on waiting. */
async function findEnd(
  ctx: Context,
  held: HeldRun,
  waited: Waited,
): Promise<Outcome | Fault | null> {
  const { cause } = waited
  try {
    if (cause.childRunId !== undefined) return await readChild(ctx, cause.childRunId)
    if (waited.wait.kind === 'check') return await look(ctx, held, waited)
    if (cause.event !== undefined) return await matchEvent(ctx, held, waited)
    return await endAtTime(ctx, held, waited)
  } catch (error) {
    const fault = toFault(error)
    if (fault === null) throw error
    return fault
  }
}

/** A timer may ring early, by a clock that was moved; it is set again then. */
async function endAtTime(
  ctx: Context,
  held: HeldRun,
  { step, wait: { kind, until } }: Waited,
): Promise<Outcome | null> {
  if (Date.parse(until) > ctx.house.now()) {
    await enqueueWake(ctx, { runId: step.runId, stepId: step.id }, Date.parse(until))
    return null
  }
  const node = findNode(held, step)
  if (kind === 'delay') return { port: findNextPort(node) ?? 'default', output: { until } }
  if (kind === 'approval') await expireApproval(ctx, step.id)
  if (hasTimeout(node)) return { port: TIMEOUT_PORT, output: {} }
  throw new StepFailed('step_timed_out', `What the step waited for had not come by ${until}.`)
}

/** Its type finds out whether the wait is over. */
async function look(
  ctx: Context,
  held: HeldRun,
  { step, wait, cause }: Waited,
): Promise<Outcome | null> {
  const at = Date.parse(wait.at ?? wait.until)
  if (cause.event === undefined && at > ctx.house.now()) {
    await enqueueWake(ctx, { runId: step.runId, stepId: step.id }, at)
    return null
  }
  if (cause.event !== undefined && !isAbout(cause.event, wait)) return null
  const work = await prepareStep(ctx, held, step)
  await closeDeals(ctx)
  return findResume(work.node.type)!(work, wait)
}

function isAbout(row: EventRow | null, { subjectId }: Wait): boolean {
  if (row === null || subjectId === undefined) return row !== null
  const { data } = JSON.parse(row.payload.toString()) as { data?: { id?: unknown } }
  return data?.id === subjectId
}

async function readChild(ctx: Context, childRunId: string): Promise<Outcome> {
  const { status, output, error } = await RUNS.get(ctx, childRunId)
  if (status === 'succeeded') return { output: { run_id: childRunId, status, result: output } }
  const why = error ? `: ${error.message}` : ''
  throw new StepFailed('sub_workflow_failed', `The run ${childRunId} is ${status}${why}`)
}

async function matchEvent(
  ctx: Context,
  held: HeldRun,
  { step, wait: { ports = {}, subjectId }, cause }: Waited,
): Promise<Outcome | null> {
  const row = cause.event ?? null
  const port = row === null ? undefined : ports[row.type]
  if (row === null || port === undefined) return null
  const event = JSON.parse(row.payload.toString()) as Record<string, unknown>
  const data = (event.data ?? {}) as { id?: unknown }
  if (subjectId !== undefined && data.id !== subjectId) return null
  const { filter } = findNode(held, step).config as { filter?: ConditionConfig }
  const scope = filter && { ...(await readScope(ctx, held, step)), event }
  if (scope && !isLetThrough(filter, scope)) return null
  return { port, output: { event } }
}

export const wakeStepJob = job(WAKE_STEP.kind, WAKE_STEP.payload, wakeStep)

export const wakeStepsJob = job(WAKE_STEPS.kind, WAKE_STEPS.payload, wakeSteps)
