import type { ACCOUNT_TYPES } from '../values/account.ts'
import type { PlainDate } from '../values/dates.ts'
import type { Cents } from '../values/money.ts'

export type ImportedAccountType = (typeof ACCOUNT_TYPES)[number]

/** An account as a provider describes it. */
export interface ImportedAccount {
  /** The provider's own id of it; unique within the payload. */
  id: string
  institutionName: string | null
  name: string | null
  /** As given, masked or not. */
  number: string | null
  type: ImportedAccountType
  currency: string
  /** False where nothing in the payload names the currency. */
  isCurrencyGiven: boolean
  holderNames: string[]
}

/** A transaction, signed for the account holder: inflow positive. */
export interface ImportedRow {
  accountId: string
  /** The provider's id of it, or one made of its content where the provider gives none. */
  externalId: string
  date: PlainDate
  amount: Cents
  currency: string
  description: string
  balance: Cents | null
  merchantName: string | null
  /** The provider's word for its category. */
  category: string | null
  mccCode: string | null
  checkNumber: string | null
  type: string | null
  isPending: boolean
  /** The pending row that this one stands for now. */
  replacesId: string | null
  /** Whether it changes a row that came before, whichever of the two arrives first. */
  isModified: boolean
  page: number | null
  /** Where the provider found it on that page, in its own units. */
  box: readonly number[] | null
  pointer: string
}

/** A period of one account with the balances that the provider states for it. */
export interface ImportedStatement {
  accountId: string
  startDate: PlainDate
  endDate: PlainDate
  /** For credit cards the amount owed, as statements print it. */
  openingBalance: Cents | null
  closingBalance: Cents | null
  dailyBalances: { date: PlainDate; balance: Cents }[]
}

/** What a provider says about the authenticity of what it read. */
export interface ProviderSignal {
  code: string
  severity: 'info' | 'low' | 'medium' | 'high' | 'critical'
  title: string
  explanation: string
  page: number | null
}

/** A fault at a place of the payload, which a JSON pointer names (RFC 6901). */
export interface PayloadProblem {
  pointer: string
  code:
    | 'missing_list'
    | 'missing_account'
    | 'invalid_date'
    | 'invalid_amount'
    | 'missing_sign'
    | 'invalid_period'
    | 'invalid_payload'
    | 'ignored'
  message: string
}

/** What a payload holds. */
export interface Imported {
  accounts: ImportedAccount[]
  statements: ImportedStatement[]
  rows: ImportedRow[]
  /** Ids of rows that are no more. */
  removed: string[]
  signals: ProviderSignal[]
  /** Rows that could not be used, each with its place; the others are kept. */
  problems: PayloadProblem[]
  /** How many transactions the payload lists, usable or not. */
  receivedCount: number
  /** Whether it is one of a row of pages, of which one may bring nothing new. */
  isPage: boolean
  /** Whether a person invented it for a provider's sandbox. */
  isInvented: boolean
}
