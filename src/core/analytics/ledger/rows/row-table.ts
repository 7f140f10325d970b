import { dateOfDay } from '../../../values/dates.ts'
import type { Label, LedgerRow, OtherSide } from './row.ts'

/**
 * The rows of a submission as columns, ascending by day and in bank order within one: the input
 * of a ledger, and the form in which rows are stored. A tenth of the memory of objects.
 */
export interface RowTable {
  size: number
  day: Int32Array
  amount: Float64Array
  /** NaN where none is printed. */
  balance: Float64Array
  /** Index into `labels`. */
  label: Uint32Array
  labels: readonly Label[]
  /** Index into `others`. */
  other: Uint32Array
  others: readonly OtherSide[]
  /** Index of the row that this one belongs with; -1 when there is none in the table. */
  match: Int32Array
  id: Texts
  description: Texts
  normalizedDescription: Texts
}

/** A text for each row: all of them after each other, and where each ends. */
export interface Texts {
  text: string
  ends: Uint32Array
}

/** The text of a row. */
export function textAt({ text, ends }: Texts, row: number): string {
  return text.slice(row === 0 ? 0 : ends[row - 1], ends[row])
}

/** One row of a table, read where it stands. */
export class TableRow implements LedgerRow {
  readonly #table: RowTable
  readonly #at: number
  readonly #label: Label
  readonly #other: OtherSide

  constructor(table: RowTable, at: number) {
    this.#table = table
    this.#at = at
    this.#label = table.labels[table.label[at]!]!
    this.#other = table.others[table.other[at]!]!
  }

  get id(): string {
    return textAt(this.#table.id, this.#at)
  }
  get date(): string {
    return dateOfDay(this.#table.day[this.#at]!)
  }
  get amount(): number {
    return this.#table.amount[this.#at]!
  }
  get balance(): number | null {
    const balance = this.#table.balance[this.#at]!
    return Number.isNaN(balance) ? null : balance
  }
  get description(): string {
    return textAt(this.#table.description, this.#at)
  }
  get normalizedDescription(): string {
    return textAt(this.#table.normalizedDescription, this.#at)
  }
  /** Null, too, when the other row is not in the table. */
  get matchedTransactionId(): string | null {
    const match = this.#table.match[this.#at]!
    return match < 0 ? null : textAt(this.#table.id, match)
  }
  get accountId(): Label['accountId'] {
    return this.#label.accountId
  }
  get currency(): Label['currency'] {
    return this.#label.currency
  }
  get isPending(): Label['isPending'] {
    return this.#label.isPending
  }
  get isDuplicate(): Label['isDuplicate'] {
    return this.#label.isDuplicate
  }
  get override(): Label['override'] {
    return this.#label.override
  }
  get categories(): Label['categories'] {
    return this.#label.categories
  }
  get channel(): Label['channel'] {
    return this.#label.channel
  }
  get flags(): Label['flags'] {
    return this.#label.flags
  }
  get feeKind(): Label['feeKind'] {
    return this.#label.feeKind
  }
  get isRevenue(): Label['isRevenue'] {
    return this.#label.isRevenue
  }
  get exclusionReason(): Label['exclusionReason'] {
    return this.#label.exclusionReason
  }
  get isRecurring(): Label['isRecurring'] {
    return this.#label.isRecurring
  }
  get positionId(): Label['positionId'] {
    return this.#label.positionId
  }
  get positionRole(): Label['positionRole'] {
    return this.#label.positionRole
  }
  get funderId(): Label['funderId'] {
    return this.#label.funderId
  }
  get needsReview(): Label['needsReview'] {
    return this.#label.needsReview
  }
  get merchantName(): OtherSide['merchantName'] {
    return this.#other.merchantName
  }
  get merchantId(): OtherSide['merchantId'] {
    return this.#other.merchantId
  }
  get counterparty(): OtherSide['counterparty'] {
    return this.#other.counterparty
  }
}
