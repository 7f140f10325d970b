import { setTimeout as sleep } from 'node:timers/promises'
import { emit } from '../../events.ts'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { enqueue } from '../../platform/jobs/job.ts'
import type { SubmissionCounts } from '../portfolio/facts/counts/store.ts'
import { holdFacts } from '../portfolio/facts/store.ts'
import { checkTransition } from '../records/submissions/lifecycle.ts'
import { CLASSIFY_DOCUMENT, ENRICH_SUBMISSION, FINISH_RUN, PARSE_DOCUMENT } from './runs/jobs.ts'
import { withStage } from './runs/stages.ts'
import {
  findActiveRun,
  findForeignDocument,
  insertRun,
  requeueDocuments,
  tallyDocuments,
  updateRunEnd,
  updateRunStages,
  type RunRow,
} from './runs/store.ts'
import {
  countContents,
  getSubmission,
  getSubmissionForUpdate,
  tryLock,
  updateDataVersion,
  updateStatus,
  updateSubmission,
  type SubmissionRow,
} from '../records/submissions/store.ts'

/**
 * Begins, advances and ends runs. Each function locks the submission's row first and then decides
 * by the stored state, so it may be called repeatedly, in any order and by any number of workers: a
 * submission has at most one active run, which goes on when its last document has settled and ends
 * once.
 */

/**
 * Called when new data has arrived: starts or advances a run, unless the submission waits for POST
 * process.
 */
export async function startIfAuto(ctx: Context, submissionId: string): Promise<void> {
  if (await beginIfAuto(ctx, submissionId)) await advance(ctx, submissionId)
}

/**
 * Called before files are added: locks the submission against other files, and against other
 * changes only when its status may change too, which is returned. A run under way takes files in
 * without waiting: who ends it takes this lock first and looks for files once more. A run that
 * ended just before is followed by another when the file is classified.
 */
export async function holdIntake(
  ctx: Context,
  submissionId: string,
  { autoProcess }: { autoProcess: boolean },
): Promise<boolean> {
  const submission = await getSubmission(ctx, submissionId)
  const begins = isAuto(submission) && (autoProcess || submission.status !== 'new')
  const isLocked = begins && (await lockUnlessRunning(ctx, submission))
  await holdFacts(ctx, [submissionId])
  return isLocked
}

/** How often it is looked whether the lock is free, and how many times. */
const LOCK_POLL_MS = 25
const LOCK_POLLS_MAX = 40

/**
 * Locks a submission whose run another upload may be beginning. Who waits in line for the lock
 * waits for a parse that came before, so it is taken when it is free, until a run goes on.
 */
async function lockUnlessRunning(
  ctx: Context,
  { id, status }: Pick<SubmissionRow, 'id' | 'status'>,
): Promise<boolean> {
  let present = status
  for (let poll = 0; present !== 'processing'; poll += 1) {
    if (await tryLock(ctx, id)) return true
    if (poll === LOCK_POLLS_MAX) return (await getSubmissionForUpdate(ctx, id)) !== null
    await sleep(LOCK_POLL_MS)
    present = (await getSubmission(ctx, id)).status
  }
  return false
}

/** The same for callers that enrich in this transaction and call `onEnriched` themselves. */
export async function beginIfAuto(ctx: Context, submissionId: string): Promise<boolean> {
  const submission = await getSubmissionForUpdate(ctx, submissionId)
  if (!isAuto(submission)) return false
  if (submission.status !== 'processing') await beginRun(ctx, submission)
  return true
}

export interface ProcessOptions {
  /** Reads documents again that were already read. */
  force?: boolean | undefined
  /** Reads only these documents again. */
  documentIds?: string[] | undefined
  /** Replaces the active run. */
  restart?: boolean | undefined
  /** False leaves the documents as they are. */
  parses?: boolean | undefined
}

/**
 * Statuses that a run reads again, and those that it reads again only with `force`.
 */
const UNREAD = ['failed']
const READ = ['parsed', 'processed', 'review_required']

/**
 * Starts a run by hand. Throws `already_processing`, `invalid_state_transition`,
 * `document_not_found`.
 */
export async function startProcessing(
  ctx: Context,
  submissionId: string,
  options: ProcessOptions,
): Promise<void> {
  const submission = await getSubmissionForUpdate(ctx, submissionId)
  const active = await findActiveRun(ctx, submissionId)
  if (active && !options.restart) throw new ApiError('already_processing')
  if (active) await updateRunEnd(ctx, active.id, { status: 'superseded' })
  await refuseForeignDocuments(ctx, submissionId, options.documentIds)
  await beginRun(ctx, submission)
  if (options.parses !== false) await requeue(ctx, submissionId, options)
  await advance(ctx, submissionId)
  await audit(ctx, {
    action: 'processed',
    resourceType: 'submission',
    resourceId: submissionId,
    submissionId,
    summary: active ? 'Processing restarted' : 'Processing started',
  })
}

/** Enriches all transactions again, in the active run or in a new one. */
export async function startEnrichment(ctx: Context, submissionId: string): Promise<void> {
  const submission = await getSubmissionForUpdate(ctx, submissionId)
  if (submission.status !== 'processing') await beginRun(ctx, submission)
  await advance(ctx, submissionId)
  await audit(ctx, {
    action: 'processed',
    resourceType: 'submission',
    resourceId: submissionId,
    submissionId,
    summary: 'Enrichment started',
  })
}

/**
 * Called in the transaction in which a document is queued to be read: from its commit on, nobody
 * sees a submission that is settled while its document is not.
 */
export async function onDocumentQueued(ctx: Context, submissionId: string): Promise<void> {
  await resume(ctx, submissionId)
}

/** Called in the transaction in which a document becomes settled. */
export async function onDocumentSettled(ctx: Context, submissionId: string): Promise<void> {
  await continueRun(ctx, submissionId)
}

/** Goes on with a submission's run, or begins one; false for one that waits to be started. */
export async function continueRun(ctx: Context, submissionId: string): Promise<boolean> {
  const hasRun = await resume(ctx, submissionId)
  if (hasRun) await advance(ctx, submissionId)
  return hasRun
}

/** Called in the transaction in which enrichment writes its results. */
export async function onEnriched(ctx: Context, submissionId: string): Promise<void> {
  await getSubmissionForUpdate(ctx, submissionId)
  const run = await findActiveRun(ctx, submissionId)
  if (run) {
    const { unsettled } = await tallyDocuments(ctx, submissionId)
    if (unsettled > 0) return
    await updateRunStages(ctx, run.id, withStage(run.stages, 'analyze', formatNow(ctx)))
  }
  await enqueue(ctx, FINISH_RUN, { submissionId }, { uniqueKey: submissionId })
}

/** Ends the run when one of its jobs has failed permanently. */
export async function failRun(
  ctx: Context,
  submissionId: string,
  failure: { code: string; message: string; stage: string | null },
): Promise<void> {
  await getSubmissionForUpdate(ctx, submissionId)
  const run = await findActiveRun(ctx, submissionId)
  if (!run) return
  const { code, message, stage } = failure
  await updateRunEnd(ctx, run.id, { status: 'failed', error: { code, message } })
  await updateSubmission(ctx, submissionId, {
    failure: { code, message, stage, documentId: null, at: formatNow(ctx) },
  })
  await updateStatus(ctx, submissionId, 'failed')
  const data = { ...(await eventData(ctx, submissionId)), failure: { code, message } }
  await emit(ctx, { type: 'submission.failed', submissionId, data })
}

/** Called when the submission's data has changed: computed numbers are now of an older version. */
export async function bumpData(ctx: Context, submissionId: string): Promise<void> {
  await updateDataVersion(ctx, submissionId)
}

/** The data of a submission event, as the interface names it. */
export async function eventData(
  ctx: Context,
  submissionId: string,
): Promise<Record<string, unknown>> {
  const row = await getSubmissionForUpdate(ctx, submissionId)
  return buildEventData(row, (await countContents(ctx, [submissionId])).get(submissionId)!)
}

/** The same for a submission that is already read, with its counts. */
export function buildEventData(
  { id, externalId, status }: SubmissionRow,
  { documents, transactions }: Pick<SubmissionCounts, 'documents' | 'transactions'>,
): Record<string, unknown> {
  return {
    id,
    external_id: externalId,
    status,
    documents_count: documents,
    transactions_count: transactions,
  }
}

/** An archived submission accepts data, but starts no run. */
function isAuto({ autoProcess, status }: SubmissionRow): boolean {
  return autoProcess !== false && status !== 'archived'
}

/**
 * Whether the submission has a run. A settled one is kept up to date and begins the next; a new one
 * waits until it is started.
 */
async function resume(ctx: Context, submissionId: string): Promise<boolean> {
  const submission = await getSubmissionForUpdate(ctx, submissionId)
  if (submission.status === 'processing') return true
  if (submission.status === 'new' || !isAuto(submission)) return false
  await beginRun(ctx, submission)
  return true
}

async function beginRun(ctx: Context, submission: SubmissionRow): Promise<void> {
  const { id, status } = submission
  if (status !== 'processing') checkTransition(status, 'processing')
  await insertRun(ctx, { id: randomUUIDv7(), submissionId: id })
  await updateSubmission(ctx, id, { failure: null })
  await updateStatus(ctx, id, 'processing')
  await emit(ctx, {
    type: 'submission.processing',
    submissionId: id,
    data: await eventData(ctx, id),
  })
}

/**
 * Queues enrichment when no document is left to read; a late document calls this again.
 */
async function advance(ctx: Context, submissionId: string): Promise<void> {
  const { unsettled } = await tallyDocuments(ctx, submissionId)
  if (unsettled > 0) return
  const run = (await findActiveRun(ctx, submissionId)) as RunRow
  await updateRunStages(ctx, run.id, withStage(run.stages, 'enrich', formatNow(ctx)))
  await enqueue(ctx, ENRICH_SUBMISSION, { submissionId }, { uniqueKey: submissionId })
}

async function requeue(ctx: Context, submissionId: string, options: ProcessOptions): Promise<void> {
  const statuses = options.force ? [...UNREAD, ...READ] : UNREAD
  const documents = await requeueDocuments(ctx, submissionId, {
    statuses,
    documentIds: options.documentIds ?? null,
  })
  for (const { id, documentClass } of documents) {
    const next = documentClass === null ? CLASSIFY_DOCUMENT : PARSE_DOCUMENT
    await enqueue(ctx, next, { documentId: id }, { uniqueKey: id })
  }
}

async function refuseForeignDocuments(
  ctx: Context,
  submissionId: string,
  documentIds: string[] | undefined,
): Promise<void> {
  if (!documentIds) return
  const foreign = await findForeignDocument(ctx, submissionId, documentIds)
  if (foreign === null) return
  throw new ApiError('document_not_found', `The submission has no document ${foreign}.`, {
    param: 'document_ids',
  })
}

function formatNow(ctx: Context): string {
  return new Date(ctx.house.now()).toISOString()
}
