import type { Span } from '../../print/read-line.ts'
import type { ColumnRole } from '../../vocabulary/vocabulary.ts'

/** Where the head of a column stands, and what its figures or words mean. */
export type Column = Span & {
  role: ColumnRole
  /** It is what is left of an amount after the fee beside it, as processors of payments list it. */
  isAfterFee?: true
}
