import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { job } from '../../platform/jobs/job.ts'
import { deleteFacts, listKeptFacts, type KeptFacts } from './facts/store.ts'
import { compareFacts, keepPortfolio } from './keep.ts'
import { deleteCounters, listWrongCounters } from './store.ts'

/** Submissions per SQL statement, which with 100,000 rows each stay within its timeout. */
const BATCH = 20

/** The result of checking the portfolio of an environment. */
export interface Checked {
  submissions: number
  /** Submissions whose rows differ from their stored facts. */
  changed: string[]
  /** Counters that are not the sum of the stored facts, as `facet key`. */
  wrong: string[]
}

/** Compares all facts and counters with the rows they were counted from; writes nothing. */
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

/** No data has this version, so everything is recounted. */
const UNKNOWN_VERSION = -1

/** Recounts every submission; returns how many there are. */
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

/** Queued by a migration, for submissions older than the portfolio counters. */
export const rebuildPortfolioJob = job('rebuild-portfolio', Type.Object({}), async (running) => {
  await running.commit((ctx) => rebuildPortfolio(ctx))
})
