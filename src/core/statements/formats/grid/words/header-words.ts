import { numberWithin, choice, text } from '../../../../values/rows/cells.ts'
import { LANGUAGES } from '../../../vocabulary/languages.ts'
import { hasPhrase, plainWords } from '../../../vocabulary/plain-words.ts'
import { listed } from './lists.ts'
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
export const HEADER_WORDS: readonly HeaderWords[] = readHeaderWords('header-words.csv')

/** Headings that name a column as a whole, and nothing as a part of a longer one. */
export const WHOLE_HEADINGS: readonly HeaderWords[] = readHeaderWords('whole-headings.csv')

function readHeaderWords(file: string): HeaderWords[] {
  const rows = readRows(
    new URL(file, import.meta.url),
    { role: choice(COLUMN_ROLES, 'a role of a column'), rank: numberWithin(1, 9), phrase: text },
    ['role', 'rank', 'phrase'],
  )
  const entries = Map.groupBy(rows, ({ role, rank }) => `${role} ${rank}`)
  return [...entries.values()].map((entry) => {
    const [{ role, rank }] = entry as [(typeof rows)[number]]
    return { role, rank, phrases: entry.map(({ phrase }) => plainWords(phrase)) }
  })
}

interface NamedRole {
  role: ColumnRole
  rank: number
}

/** Headings that are words of many others as well, and name a column only when alone. */
const EXACT_ONLY: ReadonlySet<string> = new Set(listed('exact_heading').map(plainWords))

const BY_NAME: ReadonlyMap<string, NamedRole> = new Map(
  [...HEADER_WORDS, ...WHOLE_HEADINGS]
    .toReversed()
    .flatMap(({ role, rank, phrases }) =>
      phrases.map((phrase) => [phrase, { role, rank }] as const),
    ),
)

/** Phrases that may stand in a longer heading, by their first word; the order of the list stays. */
const WITHIN = Map.groupBy(
  HEADER_WORDS.flatMap(({ role, rank, phrases }, order) =>
    phrases
      // Phrases under four letters (`in`, `af`, `id`) are words of other phrases too.
      .filter((phrase) => isWide(phrase) && !EXACT_ONLY.has(phrase))
      .map((phrase) => ({ role, rank, phrase, order })),
  ),
  ({ phrase }) => phrase.split(' ', 1)[0]!,
)

/** Two signs of Chinese or Japanese are a whole word. */
function isWide(phrase: string): boolean {
  return phrase.length > 3 || (phrase.length > 1 && /[\u3040-\u9FFF\uAC00-\uD7AF]/.test(phrase))
}

/** What the columns of printed statements are here; `ignored` ones are known and of no use. */
const PRINTED_ROLES = {
  date: { role: 'date', rank: 1 },
  postDate: { role: 'date', rank: 2 },
  valueDate: { role: 'date', rank: 3 },
  description: { role: 'description', rank: 2 },
  amount: { role: 'amount', rank: 1 },
  debit: { role: 'debit', rank: 1 },
  credit: { role: 'credit', rank: 1 },
  balance: { role: 'balance', rank: 1 },
  check: { role: 'check', rank: 1 },
  direction: { role: 'type', rank: 1 },
  ignored: { role: 'other', rank: 1 },
} as const satisfies Record<string, NamedRole>

/** Headings that statements print and no row of the table has; English and its list come first. */
const PRINTED: ReadonlyMap<string, NamedRole> = new Map(
  LANGUAGES.toReversed().flatMap(({ columns }) =>
    Object.entries(PRINTED_ROLES).flatMap(([printed, named]) =>
      (columns[printed as keyof typeof PRINTED_ROLES] ?? [])
        .map(plainWords)
        // `#` names a column of checks, and is no word.
        .flatMap((phrase) => (phrase === '' ? [] : [[phrase, named] as const])),
    ),
  ),
)

/** What a heading (`plainWords`) names, null when no word of it is known. */
export function findRole(name: string): NamedRole | null {
  const exact = wholeRole(name) ?? wholeRole(name.replace(/ ?\d$/, '')) ?? joinedRole(name)
  if (exact) return exact
  const found = name
    .split(' ')
    .flatMap((word) => WITHIN.get(word) ?? [])
    .filter(({ phrase }) => hasPhrase(name, phrase))
  return found.toSorted((left, right) => left.order - right.order)[0] ?? null
}

/** Whether a heading is one of the tables as it is. */
export function isWholeHeading(name: string): boolean {
  return wholeRole(name) !== undefined
}

function wholeRole(name: string): NamedRole | undefined {
  return BY_NAME.get(name) ?? PRINTED.get(name)
}

/** `Notes and #tags`, `Zweck und Kunde`: a heading that joins two names, one of them of words. */
const JOINERS = /\b(?:and|und|et|y|e|en|og|och|ja|i|a|oraz|si|es|ve|dan|va)\b/

function joinedRole(name: string): NamedRole | null {
  const parts = name.split(JOINERS).map((part) => BY_NAME.get(part.trim()))
  if (parts.length < 2) return null
  return parts.find((part) => part?.role === 'description') ?? null
}
