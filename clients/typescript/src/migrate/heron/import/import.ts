import { importDeals } from './deals.ts'
import { importSettings, importWebhooks } from './settings.ts'
import type { Run } from './run.ts'

const FINAL = new Set(['processed', 'review_required', 'reviewed', 'failed'])
const POLL_MS = 500
const WAIT_MS_MAX = 30 * 60_000

/**
 * The whole import, in the order in which things need each other. It can be killed at any point and
 * started again: what is done is not done a second time.
 */
export async function runImport(run: Run): Promise<void> {
  run.log(`Reading ${run.source.description}.`)
  await importSettings(run)
  run.log('Classes, merchants, rules, policies, funders and templates are here.')
  await importDeals(run)
  run.log('Deals are here; their processing runs.')
  await importWebhooks(run)
  await markReviewed(run)
}

/** A deal that a person had reviewed is so here, once it is processed. */
async function markReviewed({ service, journal }: Run): Promise<void> {
  for await (const { our, external, status } of journal.entries('processing')) {
    if (external !== 'reviewed' || !our || status === 'failed') continue
    const state = await waitUntilProcessed(service, our)
    if (state === 'processed' || state === 'review_required')
      await service.submissions.update(our, { status: 'reviewed' })
  }
}

/** The state of a deal once no run works on it. */
export async function waitUntilProcessed(
  service: Run['service'],
  deal: string,
  waitMs: number = WAIT_MS_MAX,
): Promise<string> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const { status } = await service.submissions.status(deal)
    if (FINAL.has(status) || status === 'new' || performance.now() > deadline) return status
    await new Promise((resolve) => void setTimeout(resolve, POLL_MS))
  }
}
