import { numberWithin, choice, text } from '../../../../values/rows/cells.ts'
import { readRows } from '../../../../values/rows/rows.ts'

const COLUMN_ROLES = [
  'date',
  'description',
  'amount',
  'debit',
  'credit',
  'balance',
  'type',
  'currency',
  'account',
  'accountType',
  'card',
  'check',
  'reference',
  'status',
  'category',
  'other',
] as const

export type ColumnRole = (typeof COLUMN_ROLES)[number]

/**
 * A column is named by a phrase of this entry; of two columns with one role the lower rank wins.
 */
export interface HeaderWords {
  role: ColumnRole
  rank: number
  phrases: string[]
}

/**
 * Column headings of bank exports as `plainWords` (English, German, French, Spanish, Portuguese,
 * Dutch, Italian). A heading that equals a phrase is decided first; else the first entry of the
 * list that has a phrase standing in the heading as whole words decides, so narrower phrases of
 * other roles (`value date`, `amount currency`) come before the wide ones (`date`, `amount`).
 */
export const HEADER_WORDS: readonly HeaderWords[] = readHeaderWords()

function readHeaderWords(): HeaderWords[] {
  const rows = readRows(
    new URL('header-words.csv', import.meta.url),
    { role: choice(COLUMN_ROLES, 'a role of a column'), rank: numberWithin(1, 9), phrase: text },
    ['role', 'rank', 'phrase'],
  )
  const entries = Map.groupBy(rows, ({ role, rank }) => `${role} ${rank}`)
  return [...entries.values()].map((entry) => {
    const [{ role, rank }] = entry as [(typeof rows)[number]]
    return { role, rank, phrases: entry.map(({ phrase }) => phrase) }
  })
}
