import {
  contributionsOf, differenceOf, NO_DATA, type Contribution,
} from '../../../core/analytics/portfolio/contribution.ts' // prettier-ignore
import type { Context } from '../../../platform/context.ts'
import {
  deleteFacts, holdFacts, listDataFacts, listFacts, updateFacts, type FactsRow, type KeptFacts,
} from './facts/store.ts' // prettier-ignore
import { addToCounters } from './store.ts'

/** What is kept of a submission, what it is by its rows, and what that means for the counters. */
export interface Change {
  before: KeptFacts
  /** Null when the submission is gone. */
  after: KeptFacts | null
  difference: Contribution[]
}

/**
 * Brings the counters of the portfolio to what these submissions are now, by the difference to what
 * each of them added before. Their rows of facts are locked first and looked at afterwards, so that
 * of two transactions the later one counts on what the earlier one wrote.
 */
export async function keepPortfolio(ctx: Context, ids: readonly string[]): Promise<void> {
  const changes = await compareFacts(ctx, await holdFacts(ctx, ids))
  await addToCounters(
    ctx,
    changes.map(({ before, difference }) => ({ ...before, difference })),
  )
  await updateFacts(ctx, changes.flatMap(({ after }) => after ?? [])) // prettier-ignore
  const gone = changes.filter(({ after }) => after === null)
  await deleteFacts(ctx, gone.map(({ before }) => before.submissionId)) // prettier-ignore
}

/** Those of the submissions that are not what is kept of them. */
export async function compareFacts(ctx: Context, kept: readonly KeptFacts[]): Promise<Change[]> {
  const facts = await listFacts(ctx, kept.map(({ submissionId }) => submissionId)) // prettier-ignore
  const isMoved = ({ submissionId, dataVersion }: KeptFacts): boolean =>
    (facts.get(submissionId)?.dataVersion ?? dataVersion) !== dataVersion
  const moved = kept.filter(isMoved).map(({ submissionId }) => submissionId)
  const data = await listDataFacts(ctx, moved)
  return kept.flatMap((before) => {
    const row = facts.get(before.submissionId)
    const after = row ? factsOf(before, row, data.get(before.submissionId) ?? before.data) : null
    const difference = differenceOf(before.contributions, after?.contributions ?? [])
    const isKept = after !== null && !isMoved(before) && difference.length === 0
    return isKept ? [] : [{ before, after, difference }]
  })
}

function factsOf(before: KeptFacts, row: FactsRow, data: KeptFacts['data']): KeptFacts {
  const { dataVersion, riskScore, metrics, ...facts } = row
  const contributions = contributionsOf({
    ...facts,
    metrics: { ...metrics, risk_score: riskScore },
    data: data ?? NO_DATA,
  })
  return { ...before, dataVersion, data, contributions }
}
