import { emit } from '../../events.ts'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { enqueue } from '../../platform/jobs/job.ts'
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
  getSubmissionForUpdate,
  updateDataVersion,
  updateStatus,
  updateSubmission,
  type SubmissionCounts,
  type SubmissionRow,
} from '../records/submissions/store.ts'

/**
 * The pipeline's brain. Each verb locks the submission's row first and then looks at what is true,
 * so it does not matter how often, in which order or from how many workers it is called: a run
 * exists at most once, goes on when the last document has settled, and ends once.
 */

/**
 * New data came in (a document, transactions): a run takes it in, unless the submission waits for
 * POST process.
 */
export async function startIfAuto(ctx: Context, submissionId: string): Promise<void> {
  if (await beginIfAuto(ctx, submissionId)) await advance(ctx, submissionId)
}

/** The same for who enriches in this transaction and calls `onEnriched`; whether it runs. */
export async function beginIfAuto(ctx: Context, submissionId: string): Promise<boolean> {
  const submission = await getSubmissionForUpdate(ctx, submissionId)
  if (!isAuto(submission)) return false
  if (submission.status !== 'processing') await beginRun(ctx, submission)
  return true
}

export interface ProcessOptions {
  /** Reads documents again that were already read. */
  force?: boolean | undefined
  /** Works on these documents only. */
  documentIds?: string[] | undefined
  /** Replaces a run that is going on. */
  restart?: boolean | undefined
  /** False leaves the documents as they are. */
  parses?: boolean | undefined
}

/**
 * What a run tries again, and what it reads again when it is forced to; the rest is under way or
 * out.
 */
const UNREAD = ['failed']
const READ = ['parsed', 'processed', 'review_required']

/**
 * A run begun by hand. Throws `already_processing`, `invalid_state_transition`,
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

/** All transactions are enriched again, in the run that goes on or in a new one. */
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
 * A document has reached a state that is final for now; to be called in the transaction that
 * brings it there.
 */
export async function onDocumentSettled(ctx: Context, submissionId: string): Promise<void> {
  const submission = await getSubmissionForUpdate(ctx, submissionId)
  if (submission.status !== 'processing') {
    // What was processed once is kept up to date; what is new waits until somebody starts it.
    if (submission.status === 'new' || !isAuto(submission)) return
    await beginRun(ctx, submission)
  }
  await advance(ctx, submissionId)
}

/** The enrichment has written its results; to be called in its transaction. */
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

/** The run cannot go on: a job of it has failed for good. */
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

/** The submission's data has changed: whatever was computed from it is of an older version now. */
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

/** The same of a submission that was read, with what it holds. */
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

/** An archived submission takes data in, but nothing runs on it. */
function isAuto({ autoProcess, status }: SubmissionRow): boolean {
  return autoProcess !== false && status !== 'archived'
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
 * When nothing is left to read, the submission is enriched; every late document leads here again.
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
