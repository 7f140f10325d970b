import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { job } from '../../platform/jobs/job.ts'
import { deleteFacts, listKeptFacts, type KeptFacts } from './facts/store.ts'
import { compareFacts, keepPortfolio } from './keep.ts'
import { deleteCounters, listWrongCounters } from './store.ts'

/** Submissions of one statement: as many as of 100,000 rows each are counted within its time. */
const BATCH = 20

/** What a look at all submissions of an environment found. */
export interface Checked {
  submissions: number
  /** Submissions whose rows say something else than what is kept of them. */
  changed: string[]
  /** Counters that are not the sum of what is kept, as `facet key`. */
  wrong: string[]
}

/** Holds everything that is kept against the rows it was counted from; writes nothing. */
export async function checkPortfolio(ctx: Context): Promise<Checked> {
  const checked: Checked = { submissions: 0, changed: [], wrong: [] }
  for await (const kept of batches(ctx)) {
    const looked = kept.map((each) => ({ ...each, dataVersion: UNKNOWN_VERSION }))
    const differing = (await compareFacts(ctx, looked)).filter(
      ({ after, difference }) => after === null || difference.length > 0,
    )
    checked.submissions += kept.length
    checked.changed.push(...differing.map(({ before }) => before.submissionId))
  }
  const wrong = await listWrongCounters(ctx)
  return { ...checked, wrong: wrong.map(({ facet, key }) => `${facet} ${key}`.trim()) }
}

/** No data has it, so that everything is counted again. */
const UNKNOWN_VERSION = -1

/** Counts every submission anew; answers how many there are. */
export async function rebuildPortfolio(ctx: Context): Promise<number> {
  await deleteCounters(ctx)
  let submissions = 0
  for await (const kept of batches(ctx)) {
    const ids = kept.map(({ submissionId }) => submissionId)
    await deleteFacts(ctx, ids)
    await keepPortfolio(ctx, ids)
    submissions += ids.length
  }
  return submissions
}

async function* batches(ctx: Context): AsyncGenerator<KeptFacts[]> {
  let after: string | null = null
  for (;;) {
    const kept: KeptFacts[] = await listKeptFacts(ctx, { after, limit: BATCH })
    if (kept.length > 0) yield kept
    if (kept.length < BATCH) return
    after = kept.at(-1)!.submissionId
  }
}

/** Queued by a migration, for submissions that were there before their portfolio was counted. */
export const rebuildPortfolioJob = job('rebuild-portfolio', Type.Object({}), async (running) => {
  await running.commit((ctx) => rebuildPortfolio(ctx))
})
