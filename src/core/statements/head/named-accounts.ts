import type { PlacedAmount, ReadLine } from '../print/read-line.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import { accountNumberOn, getLast4 } from './account-number.ts'
import type { Figure } from './figures/figure.ts'

/** The numbers of accounts as print names them from top to bottom, and the figures it ends with. */
export class NamedAccounts {
  readonly #lexicon: Lexicon
  #latest: string | null = null
  #held: string | null = null
  #amounts: readonly PlacedAmount[] = []
  #above: readonly PlacedAmount[] = []

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon
  }

  take(line: ReadLine): void {
    this.#latest = headingNumber(line, this.#lexicon) ?? this.#latest
    this.#above = this.#amounts
    if (line.amounts.length > 0) this.#amounts = line.amounts
  }

  /** The rows that begin are those of the account named last. */
  hold(): void {
    this.#held = this.#latest
  }

  /** Whether a balance brought forward is another account's than that of the rows above. */
  isOther({ cents }: Figure): boolean {
    const isSame = this.#above.some((amount) => Math.abs(amount.cents) === Math.abs(cents))
    return this.#latest !== this.#held && (cents === 0 || !isSame)
  }
}

/** The last digits of the account that a line above a table names; null when it names none. */
export function headingNumber(line: ReadLine, lexicon: Lexicon): string | null {
  return getLast4(accountNumberOn(line, lexicon))
}
