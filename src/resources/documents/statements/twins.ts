import type { Context } from '../../../platform/context.ts'
import { listTwinRows, updateTwins, type TwinRow } from './store.ts'

/**
 * Marks a statement that two documents both contain, such as a file saved twice: same account,
 * period and balances (formulas 7.2). The better reconciled one stays, else the earlier document's.
 */
export async function markTwinStatements(ctx: Context, submissionId: string): Promise<void> {
  await updateTwins(ctx, submissionId, findTwins(await listTwinRows(ctx, submissionId)))
}

/** Copy → the statement that is kept. */
export function findTwins(rows: readonly TwinRow[]): Map<string, string> {
  const twins = new Map<string, string>()
  for (const group of Map.groupBy(rows, ({ key }) => key).values()) {
    const [best, ...others] = group.toSorted(
      (left, right) =>
        left.quality - right.quality || (left.documentId < right.documentId ? -1 : 1),
    )
    for (const other of others) {
      if (other.documentId !== best!.documentId) twins.set(other.id, best!.id)
    }
  }
  return twins
}
