import { createHash } from 'node:crypto'
import type { PlainDate } from '../../core/values/dates.ts'
import type { Cents } from '../../core/values/money.ts'

/** What the source says about a row and a second reading of the same source says again. */
export interface KeyedRow {
  /** `accounts.fingerprint`; account ids do not outlive their statements. */
  accountFingerprint: string
  date: PlainDate
  amount: Cents
  /** `transactions.raw_description`, never the shown one, which a person may change. */
  rawDescription: string
}

/**
 * The key a correction is stored under (`corrections.row_key`), so that it survives a reparse.
 * `ordinal` counts rows of one source that say exactly the same: 0 for the first of them.
 */
export function rowKeyOf(row: KeyedRow, ordinal: number): string {
  const parts = [row.accountFingerprint, row.date, row.amount, wordingOf(row), ordinal]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/**
 * Keys of all rows of ONE source (a document, or the rows sent without one), in the order the
 * source lists them. Rows of two overlapping statements get equal keys, as they are one fact.
 */
export function rowKeysOf(rows: readonly KeyedRow[]): string[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const first = rowKeyOf(row, 0)
    const ordinal = seen.get(first) ?? 0
    seen.set(first, ordinal + 1)
    return ordinal === 0 ? first : rowKeyOf(row, ordinal)
  })
}

/** Letters and digits only: a better reader places blanks and punctuation differently. */
function wordingOf({ rawDescription }: KeyedRow): string {
  return rawDescription.normalize('NFKC').toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
