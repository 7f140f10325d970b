import type { Context, OutsideContext, RequestContext } from '../../../platform/context.ts'
import { pause } from '../../../platform/pause.ts'
import { Reply } from '../../../platform/route.ts'
import { FINAL_STATUSES } from '../../records/submissions/lifecycle.ts'
import { startProcessing, type ProcessOptions } from '../../pipeline/pipeline.ts'
import { presentSubmission } from '../../records/submissions/present.ts'
import { getSubmission } from '../../records/submissions/store.ts'

const POLL_MS = 100

/** Starts a run and optionally waits for its end: 200 if it ended in time, else 202. */
export async function processAndWait(
  ctx: RequestContext,
  submissionId: string,
  { waitSeconds, ...options }: ProcessOptions & { waitSeconds: number },
): Promise<object> {
  if (waitSeconds === 0) {
    return ctx.commit(async (own) => {
      await startProcessing(own, submissionId, options)
      return toReply(await present(own, submissionId))
    })
  }
  await ctx.transaction((own) => startProcessing(own, submissionId, options))
  const deadline = performance.now() + waitSeconds * 1000
  let seen = await look(ctx, submissionId)
  while (!seen.isOver && performance.now() < deadline) {
    const isServing = await pause(ctx, POLL_MS)
    seen = await look(ctx, submissionId)
    if (!isServing) break
  }
  return toReply(seen)
}

interface Seen {
  isOver: boolean
  data: object
}

function toReply({ isOver, data }: Seen): Reply {
  return new Reply({ status: isOver ? 200 : 202, body: { data } })
}

function look(ctx: OutsideContext, submissionId: string): Promise<Seen> {
  return ctx.transaction((own) => present(own, submissionId))
}

async function present(ctx: Context, submissionId: string): Promise<Seen> {
  const row = await getSubmission(ctx, submissionId)
  return { isOver: FINAL_STATUSES.has(row.status), data: await presentSubmission(ctx, row) }
}
