import type { Row } from '../../row.ts'
import { amountClusters, isFixed } from '../../streams/series.ts'

/** Share of the debits that lie on a level when the payments are fixed ones. */
const MIN_SHARE = 0.6
/** Rows that make a level, fewer where there are few. */
const MIN_ROWS = 3
const FEW_ROWS = 6

/**
 * The amounts at which a funder collects, each as its rows by date, by first date; debits of no
 * level are odd ones: payoffs, doubled payments, first instalments. Where most debits lie on no
 * level the remittance varies, and all of it is one level.
 */
export function findLevels(debits: readonly Row[]): { levels: Row[][]; odd: Row[] } {
  const minimum = debits.length < FEW_ROWS ? 2 : MIN_ROWS
  const levels = amountClusters(debits).filter(
    (cluster) => cluster.length >= minimum && isFixed(cluster),
  )
  const placed = new Set(levels.flat())
  if (placed.size < MIN_SHARE * debits.length) {
    return {
      levels: debits.length >= 2 ? [[...debits]] : [],
      odd: debits.length < 2 ? [...debits] : [],
    }
  }
  return {
    levels: levels.toSorted((left, right) => left[0]!.day - right[0]!.day),
    odd: debits.filter((row) => !placed.has(row)),
  }
}
