import { isProven } from '../reconcile/reconcile.ts'
import type { Statement } from '../statement.ts'

/** Whether the figures prove a statement, and no doubt remains. */
export function isClean({ reconciliation: { status, checks }, doubts }: Statement): boolean {
  const isOpen = status.startsWith('un') || doubts !== undefined
  return !isOpen && checks.every(({ id, passed }) => passed || id === 'T6' || id === 'T8')
}

/**
 * How much the figures prove of a reading, by its weakest statement; of readings that prove as much
 * the one with fewest doubts is first.
 */
export function rankReading(statements: readonly Statement[]): number {
  return Math.min(...(statements.length === 0 ? [-1] : statements.map(rankStatement)))
}

/** What a printed opening or closing balance adds: less than any doubt takes. */
const EDGE = 0.01

function rankStatement(statement: Statement): number {
  const { reconciliation, doubts = [], rows } = statement
  const failed = reconciliation.checks.filter(({ passed }) => !passed).length
  const isChained =
    reconciliation.status !== 'unreconciled' &&
    reconciliation.checks.some(({ id, passed }) => id === 'T3' && passed)
  const level = isClean(statement) ? 3 : isProven(statement) ? 2 : isChained ? 1 : 0
  const edges = [statement.openingBalance, statement.closingBalance].filter((each) => each !== null)
  const open = failed + doubts.length + (rows.length === 0 ? 1 : 0)
  return level - open / (1 + open) + EDGE * edges.length
}
