import type { TwinRow } from './store.ts'

/** Copies of statements, each with the one that is kept. */
export interface Twins {
  /** Copy → the statement that is kept. */
  copies: Map<string, string>
  /** Those of them whose rows are the same, whatever account they print. */
  repeats: Map<string, string>
}

/**
 * Statements that two documents both contain, such as a file saved twice: same account, period and
 * balances (formulas 7.2), or the same balances and rows, under whatever name or number. The better
 * reconciled one stays, else the earlier document's.
 */
export function findTwins(rows: readonly TwinRow[]): Twins {
  const repeats = pairBy(rows, ({ content }) => content)
  const open = rows.filter(({ id }) => !repeats.has(id))
  return { copies: new Map([...repeats, ...pairBy(open, ({ key }) => key)]), repeats }
}

function pairBy(
  rows: readonly TwinRow[],
  keyOf: (row: TwinRow) => string | null,
): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const [key, group] of Map.groupBy(rows, keyOf)) {
    if (key === null) continue
    const [best, ...others] = group.toSorted(
      (left, right) =>
        left.quality - right.quality || (left.documentId < right.documentId ? -1 : 1),
    )
    for (const other of others) {
      if (other.documentId !== best!.documentId) pairs.set(other.id, best!.id)
    }
  }
  return pairs
}
