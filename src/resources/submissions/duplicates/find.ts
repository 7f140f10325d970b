import type { Context } from '../../../platform/context.ts'
import { maskEin, openEin } from '../../records/submissions/company.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { compareSubmissions, type Comparable, type Match, type Reason } from './score.ts'
import { listCandidateIds, listComparables, type ComparableRow } from './store.ts'

export interface Duplicate extends Match {
  id: string
  submission: ComparableRow
}

/** Submissions that look like this one, most likely first. Throws `submission_not_found`. */
export async function findDuplicates(
  ctx: Context,
  id: string,
  options: { minScore: number; includeArchived: boolean },
): Promise<Duplicate[]> {
  const submission = await getSubmission(ctx, id)
  const ein = openEin(ctx, submission)
  const candidateIds = await listCandidateIds(ctx, id, options.includeArchived)
  const rows = await listComparables(ctx, [id, ...candidateIds])
  const ours = toComparable(rows.find((row) => row.id === id)!)
  return rows
    .filter((row) => row.id !== id)
    .map((row) => ({ id: row.id, submission: row, ...compareSubmissions(ours, toComparable(row)) }))
    .filter(({ score }) => score >= options.minScore)
    .map((match) => ({ ...match, reasons: match.reasons.map((reason) => withEin(reason, ein)) }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
}

/** Without a company name, the submission's own name is compared. */
function toComparable(row: ComparableRow): Comparable {
  return { ...row, name: row.company.name ?? row.name }
}

/**
 * Scoring compares keyed hashes; the response shows the last four digits, equal on both sides.
 */
function withEin(reason: Reason, ein: string | null): Reason {
  if (reason.field !== 'ein' || ein === null) return reason
  return { ...reason, ours: maskEin(ein), theirs: maskEin(ein) }
}
