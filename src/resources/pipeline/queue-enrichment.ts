import type { Context } from '../../platform/context.ts'
import { enqueue, job } from '../../platform/jobs/job.ts'
import { continueRun } from './pipeline.ts'
import { ENRICH_SUBMISSION, REENRICH } from './runs/jobs.ts'

/**
 * Called in the transaction in which rows change: enriches all of the submission again, in a run,
 * so that its status says so from the commit on.
 */
export async function queueEnrichment(ctx: Context, submissionId: string): Promise<void> {
  if (!(await continueRun(ctx, submissionId))) await addEnrichment(ctx, submissionId)
}

/**
 * Adds the job that enriches a submission's transactions unless one waits already. The submission's
 * status stays: a job that does its work again, or a rule of the tenant, ends no
 * review by a person.
 */
export async function addEnrichment(ctx: Context, submissionId: string): Promise<void> {
  await enqueue(ctx, ENRICH_SUBMISSION, { submissionId }, { uniqueKey: submissionId })
}

/** Submissions queued per transaction. */
const AT_ONCE = 200

/** A tenant's rule or merchant affects many submissions: they are enriched again in batches. */
export async function queueEnrichments(
  ctx: Context,
  submissionIds: readonly string[],
): Promise<void> {
  if (submissionIds.length === 0) return
  await enqueue(ctx, REENRICH, { submissionIds: [...submissionIds] })
}

export const reenrichSubmissionsJob = job(
  REENRICH.kind,
  REENRICH.payload,
  async (running, { submissionIds }) => {
    await running.commit(async (ctx) => {
      for (const id of submissionIds.slice(0, AT_ONCE)) await addEnrichment(ctx, id)
      await queueEnrichments(ctx, submissionIds.slice(AT_ONCE))
    })
  },
)
