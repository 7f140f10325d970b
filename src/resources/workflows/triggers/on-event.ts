import { START_WORKFLOWS } from '../../../events.ts'
import type { ConditionConfig } from '../../../core/workflow/language/condition.ts'
import { isLetThrough } from '../../../core/workflow/language/filter.ts'
import type { Scope } from '../../../core/workflow/language/scope.ts'
import type { Context } from '../../../platform/context.ts'
import { splitBatches } from '../../../platform/db/columns.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { enqueueMany, job, type JobContext } from '../../../platform/jobs/job.ts'
import { toWire } from '../../../platform/wire/convert.ts'
import { findEvent, type EventRow } from '../../events/store.ts'
import { presentSubmission } from '../../records/submissions/present.ts'
import { getSubmission, type SubmissionRow } from '../../records/submissions/store.ts'
import { OneSubmission } from '../../submissions/schemas.ts'
import { STEP_ERRORS } from '../actions/action.ts'
import { WAKE_STEPS, type StepPlace } from '../runs/save.ts'
import { refuseRun, startRun, type Start } from '../runs/start.ts'
import { getRunGraph, getRunning } from '../store.ts'
import { countCauses, findRunOfTrace, listListening, listWaiting } from './store.ts'

/** Runs of one workflow that may lead to each other: one that makes deals would never end. */
const CHAIN_MAX = 3

/**
 * Begins a run of each workflow that looks for an event, and wakes the steps that wait for it: all
 * of it in one transaction, and under the event's id as key, so it happens once.
 */
async function onEvent(work: JobContext, { eventId }: { eventId: string }): Promise<void> {
  await work.commit(async (ctx) => {
    const event = await findEvent(ctx, eventId)
    if (event === null) return
    await wakeWaiting(ctx, event)
    const listening = await listListening(ctx, event.type)
    if (listening.length === 0) return
    const deal = await findDeal(ctx, event)
    // It was deleted meanwhile, and nothing is left to work on.
    if (event.submissionId !== null && deal === null) return
    const scope = await readScope(ctx, event, deal)
    const cause = await findRunOfTrace(ctx, ctx.trace.traceId)
    for (const { id } of listening) await begin(ctx, { id, event, scope, cause })
  })
}

/** Steps that are woken in one transaction, so few that no statement holds others up. */
const WOKEN_TOGETHER = 25
/** Steps that one statement finds, for the same reason. */
const FOUND_TOGETHER = 40 * WOKEN_TOGETHER
/** Before the id of any step. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

async function wakeWaiting(ctx: Context, event: EventRow): Promise<void> {
  let waiting: StepPlace[] = []
  do {
    const after = waiting.at(-1)?.stepId ?? BEFORE_ALL
    waiting = await listWaiting(ctx, event, { after, limit: FOUND_TOGETHER })
    const portions = [...splitBatches(waiting, WOKEN_TOGETHER)]
    const { eventId } = event
    const jobs = portions.map((places) => ({ payload: { eventId, places: [...places] } }))
    await enqueueMany(ctx, WAKE_STEPS, jobs)
  } while (waiting.length === FOUND_TOGETHER)
}

interface Beginning {
  id: string
  event: EventRow
  scope: Scope
  cause: { id: string } | null
}

async function begin(ctx: Context, { id, event, scope, cause }: Beginning): Promise<void> {
  const { activeVersion } = await getRunning(ctx, id)
  const { trigger } = await getRunGraph(ctx, { workflowId: id, version: activeVersion! })
  const { filter } = trigger.config as { filter?: ConditionConfig }
  if (filter && !isLetThrough(filter, scope)) return
  const { submissionId, eventId } = event
  const start: Start = {
    workflowId: id,
    trigger: { type: trigger.type, eventId },
    triggerKey: eventId,
    submissionId,
    input: { event: scope.event },
    ...(cause && { causeRunId: cause.id }),
  }
  const chain = cause && { runId: cause.id, workflowId: id }
  const isLoop = chain !== null && (await countCauses(ctx, chain)) >= CHAIN_MAX
  if (isLoop)
    await refuseRun(ctx, start, { code: 'recursion', message: STEP_ERRORS.recursion.meaning })
  else await startRun(ctx, start)
}

async function findDeal(ctx: Context, { submissionId }: EventRow): Promise<SubmissionRow | null> {
  if (submissionId === null) return null
  return getSubmission(ctx, submissionId).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
}

/** What the filter of a trigger can name. */
async function readScope(
  ctx: Context,
  { payload, submissionId }: EventRow,
  row: SubmissionRow | null,
): Promise<Scope> {
  const event = JSON.parse(payload.toString()) as Record<string, unknown>
  const submission = row && toWire(OneSubmission, await presentSubmission(ctx, row))
  const trigger = { event, submission: { id: submissionId } }
  const place = { item: null, index: null, env: { mode: ctx.environment.mode } }
  return { trigger, submission, event, nodes: {}, vars: {}, ...place }
}

export const startWorkflowsJob = job(START_WORKFLOWS.kind, START_WORKFLOWS.payload, onEvent)
