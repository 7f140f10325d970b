import { createHash } from 'node:crypto'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Cents } from '../../../core/values/money.ts'

/** What a source says about a row and says again when it is read a second time. */
export interface SourceRow {
  date: PlainDate
  amount: Cents
  /** As the source words it, never as a person has changed it. */
  description: string
}

export interface KeyedRow extends SourceRow {
  /** `accounts.fingerprint`; account ids do not outlive their statements. */
  accountFingerprint: string
  /** Number of the row among those of its source that say exactly the same; see `ordinalsOf`. */
  ordinal: number
}

/**
 * The key a correction is stored under (`corrections.row_key`), so that it survives a reparse.
 * Rows that two overlapping statements print get the same key, as they are one fact.
 */
export function buildRowKey(row: KeyedRow): string {
  const parts = [row.accountFingerprint, row.date, row.amount, normalizeWording(row), row.ordinal]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** For each row of one source, in its order: how many earlier ones say exactly the same. */
export function computeOrdinals(rows: readonly SourceRow[]): number[] {
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const name = `${row.date} ${row.amount} ${normalizeWording(row)}`
    const ordinal = counts.get(name) ?? 0
    counts.set(name, ordinal + 1)
    return ordinal
  })
}

/** Enough of a text to tell rows apart, and less than any reader cuts it to. */
const WORDING_LENGTH = 200

/** Letters and digits only: a better reader places blanks and punctuation differently. */
function normalizeWording({ description }: SourceRow): string {
  const plain = description
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return plain.slice(0, WORDING_LENGTH)
}
