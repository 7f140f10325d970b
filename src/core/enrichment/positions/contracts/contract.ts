import type { MatchOf } from '../../descriptor/reading.ts'
import type { Row } from '../../row.ts'
import type { Rhythm } from '../../streams/cadence.ts'

/** Rows that are taken for one funding contract, before any figure is computed. */
export interface Contract {
  funder: MatchOf<'funder'> | null
  /** Set where formulas P2 and P7 set it; else the points of P8 are counted. */
  confidence: number | null
  rhythm: Rhythm | null
  /** Ascending by date; payments that came back are among them. */
  payments: readonly Row[]
  advances: readonly Row[]
  /** The contract of the same funder whose place this one took with new money. */
  parent: Contract | null
  /** Contracts that a reverse consolidation funds. */
  children: readonly Contract[]
  isConsolidation: boolean
  /** The product by the category of its rows, where no registry lists the lender. */
  product: string | null
  /** The category is sure, so that no person needs to confirm the position. */
  isStated: boolean
  /** The share of card sales that the payments are; null where they are agreed amounts. */
  remittanceRate: number | null
}

/** A contract with its permanent id. */
export interface Identified extends Contract {
  id: string
  parent: Identified | null
  children: readonly Identified[]
}

/** A contract without rows, to be filled. */
export function emptyContract(funder: MatchOf<'funder'> | null): Contract {
  return {
    funder,
    confidence: null,
    rhythm: null,
    payments: [],
    advances: [],
    parent: null,
    children: [],
    isConsolidation: false,
    product: null,
    isStated: false,
    remittanceRate: null,
  }
}

/** Day number of the first row of a contract. */
export function firstDay({ payments, advances }: Contract): number {
  return Math.min(...[...advances, ...payments].map(({ day }) => day))
}
