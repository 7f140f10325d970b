import type { Context } from '../../../platform/context.ts'
import { markTwinStatements } from '../statements/twins.ts'
import { listOverlapRows, updateDuplicates, type OverlapRow } from './store.ts'

/**
 * Marks the rows that two documents of one account both print (formulas 7.2): within a day, the
 * rows
 * with one amount and text are matched as multisets; the better reconciled document's rows stay.
 */
export async function markDuplicates(ctx: Context, submissionId: string): Promise<void> {
  const rows = await listOverlapRows(ctx, submissionId)
  const twins = findTwins(rows)
  const changed = rows
    .map(({ id, isDuplicate }) => ({ id, isDuplicate, duplicateOf: twins.get(id) ?? null }))
    .filter(({ isDuplicate, duplicateOf }) => isDuplicate !== (duplicateOf !== null))
  await updateDuplicates(ctx, changed)
  await markTwinStatements(ctx, submissionId)
}

/**
 * Duplicate row → the row that stands for it. Equal rows inside one document are two transactions.
 */
export function findTwins(rows: readonly OverlapRow[]): Map<string, string> {
  const twins = new Map<string, string>()
  const groups = Map.groupBy(rows, (row) =>
    [row.accountId, row.date, row.amount, plain(row.description)].join('|'),
  )
  for (const group of groups.values()) {
    const documents = [...Map.groupBy(group, ({ documentId }) => documentId).values()]
    if (documents.length === 1) continue
    const [best, ...others] = documents.toSorted(
      (left, right) =>
        left[0]!.quality - right[0]!.quality ||
        (left[0]!.documentId < right[0]!.documentId ? -1 : 1),
    )
    for (const other of others)
      other.slice(0, best!.length).forEach((row, index) => twins.set(row.id, best![index]!.id))
  }
  return twins
}

function plain(description: string): string {
  return description
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
}
