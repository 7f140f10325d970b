import { emit } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { faultPoint } from '../../../platform/faults.ts'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import { keepReports } from '../../analytics/kept-reports/keep.ts'
import { matchAutomatically } from '../../funders/match/match.ts'
import { evaluateAutomatically } from '../../policies/evaluations/evaluate-policies.ts'
import { holdFacts } from '../../portfolio/facts/store.ts'
import { takeSnapshot } from '../snapshot.ts'
import { magicOfAmount } from '../../records/sandbox/magic.ts'
import { notifyCrms } from '../../records/crm-triggers/store.ts'
import { readSetting } from '../../settings/read.ts'
import { eventData, failRun } from '../../pipeline/pipeline.ts'
import {
  findSubmissionForUpdate,
  updateStatus,
  updateSubmission,
  type DataQuality,
} from '../../records/submissions/store.ts'
import { ENRICH_SUBMISSION, FINISH_RUN } from '../../pipeline/runs/jobs.ts'
import { closed } from '../../pipeline/runs/stages.ts'
import {
  findActiveRun,
  hasOpenJob,
  hasTransactions,
  tallyDocuments,
  updateParsedToProcessed,
  updateRunEnd,
  updateRunStages,
  type DocumentTally,
  type RunRow,
} from '../../pipeline/runs/store.ts'

/**
 * Computes the submission's snapshot and ends its run. Data that arrived meanwhile has its own
 * jobs, which queue this one again, so a run ends only when none of them is left.
 */
async function finishRun(
  running: JobContext,
  { submissionId }: { submissionId: string },
): Promise<void> {
  await running.commit(async (ctx) => {
    const submission = await findSubmissionForUpdate(ctx, submissionId)
    if (!submission || (await hasOpenJob(ctx, ENRICH_SUBMISSION.kind, submissionId))) return
    const run = await findActiveRun(ctx, submissionId)
    if (run && (await tallyDocuments(ctx, submissionId)).unsettled > 0) return
    const snapshot = await takeSnapshot(ctx, submissionId)
    await faultPoint('analyze.computed')
    // Files arrive while it is computed; from here on they wait.
    await holdFacts(ctx, [submissionId])
    const tally = await tallyDocuments(ctx, submissionId)
    await updateSubmission(ctx, submissionId, {
      latest: snapshot?.latest ?? null,
      dataQuality: withFailedDocuments(snapshot?.dataQuality ?? null, tally.failed),
    })
    const magic = magicOfAmount(ctx.environment.mode, submission.request?.amountCents)
    if (run && tally.unsettled === 0) await endRun(ctx, { submissionId, run, tally, magic })
    if (snapshot !== null) await keepReports(ctx, submissionId)
  })
}

const FAILED_ANALYSIS = {
  code: 'internal_error',
  message: 'The analytics could not be computed.',
  stage: 'analyze',
} as const

export const finishRunJob = job(FINISH_RUN.kind, FINISH_RUN.payload, finishRun, {
  exhausted: (ctx, { submissionId }) => failRun(ctx, submissionId, FAILED_ANALYSIS),
})

type MagicOutcome = ReturnType<typeof magicOfAmount>

async function endRun(
  ctx: Context,
  ending: { submissionId: string; run: RunRow; tally: DocumentTally; magic: MagicOutcome },
): Promise<void> {
  const { submissionId, run, tally, magic } = ending
  await updateRunStages(ctx, run.id, closed(run.stages, new Date(ctx.house.now()).toISOString()))
  const isUsable = tally.total > tally.failed || (await hasTransactions(ctx, submissionId))
  if (!isUsable) return failRun(ctx, submissionId, { ...uselessness(tally), stage: 'parse' })
  if (magic === 'failed') return failRun(ctx, submissionId, FAILED_ANALYSIS)
  await updateParsedToProcessed(ctx, submissionId)
  await updateRunEnd(ctx, run.id, { status: 'succeeded' })
  const needsReview =
    magic === 'review_required' || (await readSetting<boolean>(ctx, 'require_review'))
  await updateStatus(ctx, submissionId, needsReview ? 'review_required' : 'processed')
  await emit(ctx, {
    type: 'submission.processed',
    submissionId,
    data: await eventData(ctx, submissionId),
  })
  await evaluateAutomatically(ctx, submissionId)
  await matchAutomatically(ctx, submissionId)
  await notifyCrms(ctx, 'on_processed', submissionId)
}

/** Why there are no numbers: the documents' error code if they all failed alike. */
function uselessness({ total, errorCodes }: DocumentTally): { code: string; message: string } {
  if (total === 0)
    return { code: 'no_data', message: 'The submission has neither documents nor transactions.' }
  const [first, second] = errorCodes
  const code = first !== undefined && second === undefined ? first : 'no_usable_data'
  return {
    code,
    message:
      total === 1 ? 'The document could not be read.' : 'None of the documents could be read.',
  }
}

function withFailedDocuments(quality: DataQuality | null, failed: number): DataQuality | null {
  if (failed === 0) return quality
  const { reasons, ...rest } = quality ?? NOTHING_KNOWN
  return { ...rest, reasons: [...new Set([...reasons, 'document_failed'])] }
}

const NOTHING_KNOWN: DataQuality = {
  score: null,
  reconciliationRate: null,
  coverageRatio: null,
  reviewRequired: false,
  reasons: [],
}
