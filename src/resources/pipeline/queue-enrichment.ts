import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { enqueue, job } from '../../platform/jobs/job.ts'
import { ENRICH_SUBMISSION } from './runs/jobs.ts'

/** Adds the job that enriches a submission's transactions unless one waits already. */
export async function queueEnrichment(ctx: Context, submissionId: string): Promise<void> {
  await enqueue(ctx, ENRICH_SUBMISSION, { submissionId }, { uniqueKey: submissionId })
}

const REENRICH = {
  kind: 'reenrich-submissions',
  payload: Type.Object({ submissionIds: Type.Array(Type.String()) }),
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
      for (const id of submissionIds.slice(0, AT_ONCE)) await queueEnrichment(ctx, id)
      await queueEnrichments(ctx, submissionIds.slice(AT_ONCE))
    })
  },
)
