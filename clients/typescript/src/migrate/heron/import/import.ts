import { NotFoundError } from '../../../errors.ts'
import { HeronError } from '../types.ts'
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
  await requireOwnJournal(run)
  run.log(`Reading ${run.source.description}.`)
  await importSettings(run)
  run.log('Classes, merchants, rules, policies, funders and templates are here.')
  await importDeals(run)
  run.log('Deals are here; their processing runs.')
  await importWebhooks(run)
  await markReviewed(run)
}

/** What was noted of another environment is not done in this one. */
async function requireOwnJournal({ service, journal }: Run): Promise<void> {
  const deals = journal.someDeals()
  const found = await Promise.all(deals.map((id) => isThere(service, id)))
  if (deals.length === 0 || found.some(Boolean)) return
  throw new HeronError(
    'other_environment',
    `${journal.folder} has the notes of an import into another environment; give --state another folder.`,
  )
}

async function isThere(service: Run['service'], deal: string): Promise<boolean> {
  try {
    await service.submissions.get(deal)
    return true
  } catch (error) {
    if (error instanceof NotFoundError) return false
    throw error
  }
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
