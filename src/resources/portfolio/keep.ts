import {
  listContributions,
  computeDifference,
  NO_DATA,
  type Contribution,
} from '../../core/analytics/portfolio/contribution.ts'
import type { Context } from '../../platform/context.ts'
import { toCounts, type KeptCounts } from './facts/counts/store.ts'
import {
  deleteFacts,
  holdFacts,
  listDataFacts,
  listFacts,
  type FactsRow,
  type KeptFacts,
} from './facts/store.ts'
import { writePortfolio } from './store.ts'

/** The stored facts of a submission, its present facts, and the difference for the counters. */
export interface Change {
  before: KeptFacts
  /** Null when the submission is gone. */
  after: KeptFacts | null
  difference: Contribution[]
}

/**
 * Updates the portfolio counters by the difference between the present and the stored contribution
 * of these submissions. Their facts are locked before they are read, so that concurrent
 * transactions build on each other. Submissions in `begun` were inserted by this transaction: they
 * have no stored facts, and no other transaction can see them.
 */
export async function keepPortfolio(
  ctx: Context,
  ids: readonly string[],
  begun: readonly string[] = [],
): Promise<void> {
  const changes = await compareFacts(ctx, await holdFacts(ctx, ids), begun)
  if (changes.length === 0) return
  await writePortfolio(
    ctx,
    changes.flatMap(({ after }) => after ?? []),
    changes.map(({ before, difference }) => ({ ...before, difference })),
  )
  const gone = changes.filter(({ after }) => after === null)
  await deleteFacts(
    ctx,
    gone.map(({ before }) => before.submissionId),
  )
}

/** The submissions whose present facts differ from the stored ones. */
export async function compareFacts(
  ctx: Context,
  known: readonly KeptFacts[],
  begun: readonly string[] = [],
): Promise<Change[]> {
  const facts = await listFacts(ctx, [...known.map(({ submissionId }) => submissionId), ...begun])
  const kept = [...known, ...begun.flatMap((id) => nothingKept(id, facts.get(id)))]
  const isMoved = ({ submissionId, dataVersion }: KeptFacts): boolean =>
    (facts.get(submissionId)?.dataVersion ?? dataVersion) !== dataVersion
  const moved = kept.filter(isMoved).map(({ submissionId }) => submissionId)
  const data = await listDataFacts(ctx, moved)
  return kept.flatMap((before) => {
    const row = facts.get(before.submissionId)
    const after = row
      ? toKeptFacts(before, row, data.get(before.submissionId) ?? before.data)
      : null
    const difference = computeDifference(before.contributions, after?.contributions ?? [])
    const isKept =
      after !== null &&
      !isMoved(before) &&
      difference.length === 0 &&
      isSame(before.counts, after.counts!)
    return isKept ? [] : [{ before, after, difference }]
  })
}

function nothingKept(submissionId: string, row: FactsRow | undefined): KeptFacts[] {
  if (!row) return []
  return [
    {
      submissionId,
      createdOn: row.createdOn,
      dataVersion: 0,
      data: null,
      contributions: [],
      counts: null,
    },
  ]
}

function toKeptFacts(before: KeptFacts, row: FactsRow, data: KeptFacts['data']): KeptFacts {
  const { dataVersion, riskScore, metrics, counted, ...facts } = row
  const contributions = listContributions({
    ...facts,
    metrics: { ...metrics, risk_score: riskScore },
    data: data ?? NO_DATA,
  })
  const counts = toCounts({ ...counted, dataVersion }, data)
  return { ...before, dataVersion, data, contributions, counts }
}

function isSame(before: KeptCounts | null, after: KeptCounts): boolean {
  const names = Object.keys(after) as (keyof KeptCounts)[]
  return before !== null && names.every((name) => before[name] === after[name])
}
