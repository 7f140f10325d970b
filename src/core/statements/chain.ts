import { addDays } from '../values/dates.ts'
import type { Cents } from '../values/money.ts'
import type { Statement } from './statement.ts'

/** How one statement of an account follows the one before it. */
export interface ChainLink {
  /** Indexes into the statements given. */
  from: number
  to: number
  /** True when the later statement opens with what the earlier closed with. */
  passed: boolean
  /**
   * opening(n + 1) − closing(n): what moved in between unseen. Null when a balance is not printed.
   */
  missingActivityAmount: Cents | null
  /**
   * Whether the later period starts on the day after the earlier one ends; null when a date is
   * missing.
   */
  isAdjacent: boolean | null
}

/**
 * T5: links the statements of one account by date. Statements without an end date stay out, since
 * their place in the chain is unknown.
 */
export function chainStatements(statements: readonly Statement[]): ChainLink[] {
  const ordered = statements
    .map((statement, index) => ({ statement, index }))
    .filter(({ statement }) => statement.endDate !== null)
    .toSorted((a, b) => (a.statement.endDate! < b.statement.endDate! ? -1 : 1))
  return ordered.slice(1).map((later, at) => link(ordered[at]!, later))
}

interface Placed {
  statement: Statement
  index: number
}

function link(earlier: Placed, later: Placed): ChainLink {
  const { closingBalance, endDate } = earlier.statement
  const { openingBalance, startDate } = later.statement
  const missing =
    closingBalance === null || openingBalance === null ? null : openingBalance - closingBalance
  return {
    from: earlier.index,
    to: later.index,
    passed: missing === 0,
    missingActivityAmount: missing,
    isAdjacent: startDate === null || endDate === null ? null : startDate === addDays(endDate, 1),
  }
}
