import { emit } from '../../events.ts'
import { REVIEW_CONFIDENCE } from '../../core/enrichment/flags.ts'
import type { EnrichedTransaction } from '../../core/values/transaction.ts'
import type { Context } from '../../platform/context.ts'
import { faultPoint } from '../../platform/faults.ts'
import { job, type JobContext } from '../../platform/jobs/job.ts'
import { countUsage } from '../../platform/usage.ts'
import { replaceSeenMerchants } from '../merchants/seen/store.ts'
import { bumpData, eventData, failRun, onEnriched } from '../pipeline/pipeline.ts'
import { queueIndexing } from '../search/index/index-submission.ts'
import { replacePositions } from '../records/positions/store.ts'
import { ENRICH_SUBMISSION } from '../pipeline/runs/jobs.ts'
import { findSubmissionForUpdate, getSubmissionForUpdate } from '../records/submissions/store.ts'
import { computeEnrichment } from './enrichment/compute.ts'
import { computeFindings, toFindings, type Findings } from './enrichment/findings.ts'
import { loadMaterial, type Material } from './enrichment/material.ts'
import { addEnrichment, queueEnrichment } from '../pipeline/queue-enrichment.ts'
import { findDataVersion } from '../records/transactions/facts/store.ts'
import { replaceStreams, updateEnrichment } from './enrichment/store.ts'
import { queueOpinions } from './opinions/request.ts'
import { countTransactions } from '../records/transactions/store.ts'

/** Up to this many rows a request enriches itself; above, a job does. */
export const ROWS_AT_ONCE = 2_000

const READ_TIMEOUT_MS = 60_000

export interface EnrichOutcome {
  enriched: number
  changed: number
  needsReview: number
}

/** Which rows to write; by default all that changed. */
export interface EnrichOptions {
  /** Writes unchanged rows too. */
  force?: boolean | undefined
  only?: 'uncategorized' | 'low_confidence' | 'all' | undefined
}

/**
 * Reads and computes outside the write transaction, then writes once. When the data has changed
 * meanwhile, the result is discarded and another job queued: a correction is never overwritten.
 */
async function enrichSubmission(
  running: JobContext,
  { submissionId }: { submissionId: string },
): Promise<void> {
  const read = await running.transaction((ctx) => readSubmission(ctx, submissionId), {
    access: 'read',
    timeoutMs: READ_TIMEOUT_MS,
  })
  if (read === null) return
  const findings = await computeFindings(running.house.thread, read.material)
  await faultPoint('enrich.computed')
  await running.commit(async (ctx) => {
    const submission = await findSubmissionForUpdate(ctx, submissionId)
    if (!submission) return
    if (submission.dataVersion === read.dataVersion) await keep(ctx, submissionId, findings)
    else await addEnrichment(ctx, submissionId)
  })
}

export const enrichSubmissionJob = job(
  ENRICH_SUBMISSION.kind,
  ENRICH_SUBMISSION.payload,
  enrichSubmission,
  {
    exhausted: (ctx, { submissionId }) =>
      failRun(ctx, submissionId, {
        code: 'internal_error',
        message: 'The transactions could not be enriched.',
        stage: 'enrich',
      }),
  },
)

/** Enriches again after a correction, at once for few rows, else by a job. */
export async function enrichAgain(ctx: Context, submissionId: string): Promise<void> {
  await bumpData(ctx, submissionId)
  const count = await countTransactions(ctx, submissionId)
  if (count > ROWS_AT_ONCE) await queueEnrichment(ctx, submissionId)
  else await enrichNow(ctx, submissionId)
}

/** Enriches in the caller's transaction; for submissions of up to `ROWS_AT_ONCE` rows. */
export async function enrichNow(
  ctx: Context,
  submissionId: string,
  options: EnrichOptions = {},
): Promise<EnrichOutcome> {
  await getSubmissionForUpdate(ctx, submissionId)
  const material = await loadMaterial(ctx, submissionId)
  const computed = computeEnrichment(material)
  const { force = false, only = 'all' } = options
  const wanted = new Set(material.transactions.filter(WANTED[only]).map(({ id }) => id))
  const changed = (force ? computed.transactions : computed.changed).filter(({ id }) =>
    wanted.has(id),
  )
  return keep(ctx, submissionId, toFindings({ ...computed, changed }, []))
}

const WANTED: Record<NonNullable<EnrichOptions['only']>, (row: EnrichedTransaction) => boolean> = {
  all: () => true,
  uncategorized: ({ categories }) => categories[0]!.slug.startsWith('uncategorized.'),
  low_confidence: ({ categories }) => categories[0]!.confidence < REVIEW_CONFIDENCE,
}

async function readSubmission(
  ctx: Context,
  submissionId: string,
): Promise<{ dataVersion: number; material: Material } | null> {
  const dataVersion = await findDataVersion(ctx, submissionId)
  return dataVersion === null
    ? null
    : { dataVersion, material: await loadMaterial(ctx, submissionId) }
}

/**
 * Writes what differs and emits the event. Fresh rows were already inserted with their enrichment.
 */
export async function keep(
  ctx: Context,
  submissionId: string,
  findings: Findings,
): Promise<EnrichOutcome> {
  const { changed, fresh, streams, positions, merchants, rowsCount, needsReviewCount } = findings
  for (const rows of changed) await updateEnrichment(ctx, submissionId, rows)
  const replaced =
    (await replaceStreams(ctx, submissionId, streams)) +
    (await replacePositions(ctx, submissionId, positions)) +
    (await replaceSeenMerchants(ctx, submissionId, merchants))
  const written = [...changed, ...fresh].reduce((sum, { count }) => sum + count, 0)
  if (written + replaced > 0) await bumpData(ctx, submissionId)
  if (written > 0) await queueIndexing(ctx, submissionId)
  if (needsReviewCount > 0) await queueOpinions(ctx, submissionId)
  await countUsage(ctx, 'transactions_enriched', written)
  const data = {
    ...(await eventData(ctx, submissionId)),
    enriched_count: rowsCount,
    changed_count: written,
    needs_review_count: needsReviewCount,
  }
  await emit(ctx, { type: 'transactions.enriched', submissionId, data })
  await onEnriched(ctx, submissionId)
  return { enriched: rowsCount, changed: written, needsReview: needsReviewCount }
}
