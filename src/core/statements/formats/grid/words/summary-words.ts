import { listedByKey, type KeyIn } from './lists.ts'

export type SummaryKind = KeyIn<'summary'>

/**
 * First words of rows that summarize instead of listing a transaction, as `plainWords`. A phrase of
 * one word must be the whole text: `TOTAL WINE` and `Opening deposit` are transactions.
 */
export const SUMMARY_WORDS = listedByKey('summary')

/** Labels above a table that name the account, the currency and the period. */
export const FACT_LABELS = listedByKey('fact')

/** Words in an account type column or account name, first hit wins. */
export const ACCOUNT_TYPE_WORDS = Object.entries(listedByKey('account_type')) as readonly [
  KeyIn<'account_type'>,
  readonly string[],
][]
