import { listedByKey, type KeyIn } from './lists.ts'

export type SummaryKind = KeyIn<'summary'>

/**
 * First words of rows that summarize instead of listing a transaction, as `plainWords`. A phrase of
 * one word must be the whole text: `TOTAL WINE` and `Opening deposit` are transactions.
 */
export const SUMMARY_WORDS = listedByKey('summary')

/** Words of which labels such as `Solde en début de période` are made. */
const EDGE_WORDS = listedByKey('edge')
const ALL_EDGE_WORDS: ReadonlySet<string> = new Set(Object.values(EDGE_WORDS).flat())

/**
 * The edge whose balance a label names with nothing but words for a balance, for a beginning or an
 * end, and small words; null for any other.
 */
export function edgeIn(words: string): 'opening' | 'closing' | null {
  const parts = words.split(' ')
  if (parts.length < 2 || !parts.every((part) => ALL_EDGE_WORDS.has(part))) return null
  const names = (kind: keyof typeof EDGE_WORDS): boolean =>
    parts.some((part) => EDGE_WORDS[kind].includes(part))
  if (!names('balance') || names('opening') === names('closing')) return null
  return names('opening') ? 'opening' : 'closing'
}

/** The same among words of any kind (`Saldo contabile iniziale`), as lines above a table have. */
export function looseEdgeIn(words: readonly string[]): 'opening' | 'closing' | null {
  const known = words.filter((word) => ALL_EDGE_WORDS.has(word))
  return words.length - known.length > MOST_UNKNOWN ? null : edgeIn(known.join(' '))
}

const MOST_UNKNOWN = 2

export function hasBalanceWord(words: readonly string[]): boolean {
  return words.some((word) => EDGE_WORDS.balance.includes(word))
}

/** Labels above a table that name the account, the currency and the period. */
export const FACT_LABELS = listedByKey('fact')

/** Words in an account type column or account name, first hit wins. */
export const ACCOUNT_TYPE_WORDS = Object.entries(listedByKey('account_type')) as readonly [
  KeyIn<'account_type'>,
  readonly string[],
][]
