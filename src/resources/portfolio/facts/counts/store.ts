import type { DataFacts } from '../../../../core/analytics/portfolio/contribution.ts'
import type { Context } from '../../../../platform/context.ts'
import { sql } from '../../../../platform/db/sql.ts'

/** How much of everything a submission has; a split parent is not counted, its children are. */
export interface SubmissionCounts {
  documents: number
  documentsFailed: number
  /** Rows of documents that count, and rows without a document. */
  transactions: number
  accounts: number
  positions: number
}

/** Counts as they are kept, with the version of the data that they are of. */
export interface KeptCounts extends SubmissionCounts {
  dataVersion: number
}

/** What the counts follow from but for the rows themselves. */
export interface CountedFacts extends Omit<KeptCounts, 'transactions'> {
  /** Rows of all documents, and of those that count. */
  documentRows: number
  loadedRows: number
}

/** The counts as they are kept, from facts that are read anyway. */
export function toCounts(
  { documentRows, loadedRows, ...counts }: CountedFacts,
  data: DataFacts | null,
): KeptCounts {
  const rows = Object.values(data?.volume ?? {}).reduce((sum, [count]) => sum + count, 0)
  return { ...counts, transactions: rows - documentRows + loadedRows }
}

/**
 * The kept counts of these submissions. Those that the last release changed, which knows no counts,
 * are absent.
 */
export async function listKeptCounts(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, SubmissionCounts>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.rows<{ id: string; counts: SubmissionCounts }>(sql`
    select s.id, f.counts - 'dataVersion' as counts
    from submissions s
    join portfolio_facts f on f.environment_id = s.environment_id and f.submission_id = s.id
    where s.environment_id = ${ctx.environment.id} and s.id = any (${ids}::uuid[])
      and (f.counts ->> 'dataVersion')::bigint = s.data_version`)
  return new Map(rows.map(({ id, counts }) => [id, counts]))
}

/** The same counted from the rows, for a transaction that has changed some. */
export async function countRows(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, SubmissionCounts>> {
  if (ids.length === 0) return new Map()
  const environmentId = ctx.environment.id
  const rows = await ctx.db.rows<SubmissionCounts & { id: string }>(sql`
    select wanted.id, d.documents, d.documents_failed, d.rows + t.rows as transactions, a.accounts, p.positions
    from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (
      select count(*) filter (where status <> 'split') as documents,
        count(*) filter (where status = 'failed') as documents_failed,
        coalesce(sum(transactions_count) filter (where is_included), 0)::bigint as rows
      from documents
      where environment_id = ${environmentId} and submission_id = wanted.id) d
    cross join lateral (
      select count(*) as rows from transactions
      where environment_id = ${environmentId} and submission_id = wanted.id
        and document_id is null) t
    cross join lateral (
      select count(*) as accounts from accounts
      where environment_id = ${environmentId} and submission_id = wanted.id
        and merged_into is null) a
    cross join lateral (
      select count(*) as positions from positions
      where environment_id = ${environmentId} and submission_id = wanted.id) p`)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
