import type { AssignedCategory, EnrichedTransaction } from '../../../values/transaction.ts'

/** What many rows have in common. A submission has some hundred labels, however many rows. */
export interface Label extends Pick<
  EnrichedTransaction,
  | 'accountId'
  | 'currency'
  | 'isPending'
  | 'isDuplicate'
  | 'override'
  | 'channel'
  | 'flags'
  | 'feeKind'
  | 'isRevenue'
  | 'exclusionReason'
  | 'isRecurring'
  | 'positionId'
  | 'positionRole'
  | 'funderId'
  | 'needsReview'
> {
  /** `[0]` is the primary. */
  categories: readonly Pick<AssignedCategory, 'slug' | 'name'>[]
}

/** Who is on the other side of a row. */
export interface OtherSide extends Pick<
  EnrichedTransaction,
  'merchantName' | 'merchantId' | 'counterparty'
> {}

/** What is a row's own. */
type Own =
  | 'id'
  | 'date'
  | 'amount'
  | 'balance'
  | 'description'
  | 'normalizedDescription'
  | 'matchedTransactionId'

/** What analytics looks at of a transaction; an `EnrichedTransaction` is one. */
export type LedgerRow = Label & OtherSide & Pick<EnrichedTransaction, Own>
