import { audit } from '../../platform/audit.ts'
import type { Context, RequestContext } from '../../platform/context.ts'
import { enqueueMany } from '../../platform/jobs/job.ts'
import { pause } from '../../platform/pause.ts'
import { Reply } from '../../platform/route.ts'
import { ENDED, listResultsById } from '../records/enricher-results/store.ts'
import { beginEnrichers, type Begun, type Wanted } from './begin.ts'
import { runEnricherJob } from './perform.ts'
import { presentResult } from './present.ts'

const WAIT_MS = 25_000
const POLL_MS = 100

/** Starts a job for each enricher that has to run. */
export async function startEnrichers(
  ctx: Context,
  submissionId: string,
  wanted: Wanted,
): Promise<Begun[]> {
  const begun = await beginEnrichers(ctx, submissionId, wanted)
  const queued = begun.filter(({ result, isCached }) => !isCached && result.status === 'queued')
  await enqueueMany(
    ctx,
    runEnricherJob,
    queued.map(({ result: { id, enricher } }) => ({
      payload: { resultId: id },
      uniqueKey: id,
      // A slow server of a tenant takes no place of the others.
      lane: enricher === 'http' ? 'enricher:http' : `enricher:${submissionId}`,
    })),
  )
  await audit(ctx, {
    action: 'processed',
    resourceType: 'submission',
    resourceId: submissionId,
    submissionId,
    summary: `Enrichers run: ${queued.length} of ${begun.length}`,
  })
  return begun
}

/** The same, and waits for the results: 200 when all have ended in time, else 202. */
export async function runAndWait(
  ctx: RequestContext,
  submissionId: string,
  wanted: Wanted,
): Promise<object> {
  const begun = await ctx.transaction((own) => startEnrichers(own, submissionId, wanted))
  const ids = begun.map(({ result }) => result.id)
  const cached = new Set(begun.filter(({ isCached }) => isCached).map(({ result }) => result.id))
  const look = () => ctx.transaction((own) => listResultsById(own, ids))
  const deadline = performance.now() + WAIT_MS
  let results = await look()
  const isOver = () => results.every(({ status }) => ENDED.has(status))
  while (!isOver() && performance.now() < deadline) {
    const isServing = await pause(ctx, POLL_MS)
    results = await look()
    if (!isServing) break
  }
  const shown = results.map((result) => presentResult(ctx, result, cached.has(result.id)))
  return new Reply({ status: isOver() ? 200 : 202, body: { data: { results: shown } } })
}
