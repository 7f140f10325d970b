const COLUMN_ROLES = [
  'date',
  'postDate',
  'valueDate',
  'description',
  'amount',
  'debit',
  'credit',
  'balance',
  'check',
  'direction',
  'ignored',
] as const

/**
 * What a table column holds. A value date is when interest starts, not when the bank booked.
 * `direction` says debit or credit in words; `ignored` columns are
 * known words whose content is not needed.
 */
export type ColumnRole = (typeof COLUMN_ROLES)[number]

const FIGURE_LABELS = [
  'opening',
  'closing',
  'standing',
  'totalCredits',
  'totalDebits',
  'charges',
  'averageBalance',
  'creditsCount',
  'debitsCount',
  'other',
] as const

/**
 * What a printed label says about the figure beside it. `standing` is a balance of some day: the
 * opening one over the rows, the closing one under them. `charges` are fees and interest that a
 * summary lists beside the debits or within them.
 */
export type FigureLabel = (typeof FIGURE_LABELS)[number]

const SECTION_KINDS = [
  'deposits',
  'withdrawals',
  'checks',
  'fees',
  'interest',
  'activity',
  'daily',
  'skip',
  'pending',
] as const

/** A kind of table by its title. `sign` is how its rows move the account; null says nothing. */
export type SectionKind = (typeof SECTION_KINDS)[number]

const MOVEMENTS = ['in', 'out', 'either'] as const

/** Which way a row says its money went, as the holder sees it. */
export type Movement = (typeof MOVEMENTS)[number]

const ACCOUNT_TYPES = [
  'checking',
  'savings',
  'money_market',
  'credit_card',
  'loan',
  'line_of_credit',
] as const

/** The lists of a vocabulary that are parted by what their phrases mean. */
export const GROUPED_LISTS = {
  columns: COLUMN_ROLES,
  figures: FIGURE_LABELS,
  sections: SECTION_KINDS,
  sectionWords: SECTION_KINDS,
  movements: MOVEMENTS,
  feeTotals: ['overdraft', 'returned'],
  accountTypes: ACCOUNT_TYPES,
} as const satisfies Partial<Record<keyof Vocabulary, readonly string[]>>

/** Those whose phrases all mean the same. */
export const PLAIN_LISTS = [
  'weekdays',
  'totals',
  'turns',
  'period',
  'statementDate',
  'startDate',
  'until',
  'accountNumber',
  'otherAccounts',
  'routingNumber',
  'holder',
  'accountWords',
  'yearToDate',
  'institutions',
  'documentTitles',
] as const satisfies (keyof Vocabulary)[]

/**
 * The words that statements of one language print. Phrases are lower case, without accents and
 * punctuation at the ends, `&` written `and`; words are parted by one blank.
 */
export interface Vocabulary {
  language: string
  months: Record<string, number>
  /** Names of days, whole and short, as they stand before a row's date. */
  weekdays?: string[]
  columns: Partial<Record<ColumnRole, string[]>>
  figures: Partial<Record<FigureLabel, string[]>>
  sections: Partial<Record<SectionKind, string[]>>
  /** Single words that show the kind of a title which is not known as a whole. */
  sectionWords: Partial<Record<SectionKind, string[]>>
  /** Words of a row that say which way its money went; `either` are words that turn it about. */
  movements?: Partial<Record<Movement, string[]>>
  /** First words of a line that sums up the rows above it. */
  totals: string[]
  /** First words of a line that only says that the print goes on, or which page it is. */
  turns: string[]
  /** Words that lead to the period's two dates. */
  period: string[]
  statementDate: string[]
  /** Labels of the first day of a period whose last day stands at a label of its own. */
  startDate?: string[]
  /** Words between the two dates of a period. */
  until: string[]
  accountNumber: string[]
  /** Words of a line that names another account than the statement's. */
  otherAccounts?: string[]
  routingNumber: string[]
  holder: string[]
  /** Ends of words that mean an account, which a holder's name has not. */
  accountWords: string[]
  /** Labels of what fees of a kind add up to. */
  feeTotals?: Partial<Record<'overdraft' | 'returned', string[]>>
  /** Words that head a column of sums since the year began. */
  yearToDate?: string[]
  /** Words that name an account's type. */
  accountTypes: Partial<Record<(typeof ACCOUNT_TYPES)[number], string[]>>
  /** Words of a financial institution's name. */
  institutions: string[]
  /** Titles that stand where a name would, and are none. */
  documentTitles: string[]
}
