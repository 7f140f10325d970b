import { createHash } from 'node:crypto'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Cents } from '../../../core/values/money.ts'

/** What a source gives of a row, equal in every reading. */
export interface SourceRow {
  date: PlainDate
  amount: Cents
  /** As the source words it, without corrections. */
  description: string
}

export interface KeyedRow extends SourceRow {
  /** `accounts.fingerprint`; account ids do not outlive their statements. */
  accountFingerprint: string
  /** Number of the row among equal rows of its source; see `computeOrdinals`. */
  ordinal: number
}

/**
 * The key a correction is stored under (`corrections.row_key`), so that it survives a reparse.
 * A row that two overlapping statements print has one key.
 */
export function buildRowKey(row: KeyedRow): string {
  const parts = [row.accountFingerprint, row.date, row.amount, normalizeWording(row), row.ordinal]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** For each row of a source, in order: the number of earlier equal rows. */
export function computeOrdinals(rows: readonly SourceRow[]): number[] {
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const name = `${row.date} ${row.amount} ${normalizeWording(row)}`
    const ordinal = counts.get(name) ?? 0
    counts.set(name, ordinal + 1)
    return ordinal
  })
}

/** Long enough to distinguish rows, and shorter than any reader truncates descriptions to. */
const WORDING_LENGTH = 200

/** Letters and digits only: a better reader places blanks and punctuation differently. */
function normalizeWording({ description }: SourceRow): string {
  const plain = description
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return plain.slice(0, WORDING_LENGTH)
}
