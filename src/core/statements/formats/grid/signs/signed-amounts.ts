import type { Cents } from '../../../../values/money.ts'

/** The rows' amounts as the account holder sees them, and what was decided to get them. */
export interface SignedAmounts {
  /** One per row: inflow positive, outflow negative. */
  amounts: Cents[]
  /** For `choices`; null when the amounts are as printed. */
  choice: string | null
  /** Why some signs may be wrong, for a person; null when the file determines each. */
  doubt: string | null
  /** The columns of debits and credits mean the reverse here. */
  isTurned?: boolean
}
