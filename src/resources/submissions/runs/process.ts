import type { Context, OutsideContext } from '../../../platform/context.ts'
import { pause } from '../../../platform/pause.ts'
import { Reply } from '../../../platform/route.ts'
import { FINAL_STATUSES } from '../lifecycle.ts'
import { startProcessing, type ProcessOptions } from '../pipeline.ts'
import { presentSubmission } from '../present.ts'
import { getSubmission } from '../store.ts'

const POLL_MS = 100

/** Starts a run and, when asked to, waits for its end: 200 when it came in time, else 202. */
export async function processAndWait(
  ctx: OutsideContext,
  submissionId: string,
  { waitSeconds, ...options }: ProcessOptions & { waitSeconds: number },
): Promise<Reply> {
  await ctx.transaction((own) => startProcessing(own, submissionId, options))
  const deadline = performance.now() + waitSeconds * 1000
  let seen = await look(ctx, submissionId)
  while (!seen.isOver && performance.now() < deadline) {
    const isServing = await pause(ctx.house, POLL_MS)
    seen = await look(ctx, submissionId)
    if (!isServing) break
  }
  return new Reply({ status: seen.isOver ? 200 : 202, body: { data: seen.data } })
}

function look(
  ctx: OutsideContext,
  submissionId: string,
): Promise<{ isOver: boolean; data: object }> {
  return ctx.transaction((own) => present(own, submissionId))
}

async function present(
  ctx: Context,
  submissionId: string,
): Promise<{ isOver: boolean; data: object }> {
  const row = await getSubmission(ctx, submissionId)
  return { isOver: FINAL_STATUSES.has(row.status), data: await presentSubmission(ctx, row) }
}
