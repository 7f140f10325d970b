/** What the lender itself decided and changed: for its own committee, never for a recipient. */
export interface CommitteeFacts {
  stage: string | null
  declineReasons: readonly string[]
  /** Oldest first. */
  notes: readonly CommitteeNote[]
  /** The last result of each policy. */
  policies: readonly CommitteePolicy[]
  /** Oldest first. */
  corrections: readonly Correction[]
}

export interface CommitteeNote {
  text: string
  by: string | null
  at: string
  /** The stage or review that it gives the reason of. */
  decision: string | null
  isTakenBack: boolean
}

export interface CommitteePolicy {
  name: string
  version: number | null
  decision: string
  at: string
  lines: readonly PolicyLine[]
}

export interface PolicyLine {
  ruleName: string
  result: string
  message: string | null
  isCounted: boolean
  consequence: string | null
  overridden: { by: string; reason: string | null; at: string } | null
}

/** A correction of rows by a person. */
export interface Correction {
  at: string
  by: string
  comment: string | null
  /** The rows it holds for, this one included. */
  rowsCount: number
  row: { date: string; amount: number; currency: string; description: string | null } | null
  changes: readonly { field: string; from: unknown; to: unknown }[]
}
