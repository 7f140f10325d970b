import type { PlainDate } from './dates.ts'
import type { Cents } from './money.ts'

/** The types of accounts (resources 6.2). */
export const ACCOUNT_TYPES = [
  'checking',
  'savings',
  'money_market',
  'credit_card',
  'loan',
  'line_of_credit',
  'investment',
  'unknown',
] as const

/** An account of a submission as enrichment and analytics see it. */
export interface Account {
  id: string
  name: string
  institutionName: string | null
  last4: string | null
  type: string
  currency: string
  /** What its rows came from; null where that is not known. */
  sourceId?: string | null
  /** As the bank prints them; the business first. */
  holderNames?: readonly string[]
  /** Takes part in revenue, NSF and balances (formulas C10). */
  isIncluded: boolean
  /** Nobody and no print says the currency of its statements: it is not that of the deal. */
  isCurrencyAssumed?: boolean
}

/** One covered period of one account: a statement, or the span of an export or feed. */
export interface CoveredPeriod {
  accountId: string
  documentId: string | null
  statementId: string | null
  startDate: PlainDate
  endDate: PlainDate
  /** True when the source printed no period and the first and last row stand in (formulas G1). */
  isInferred: boolean
  /** Signed for the account holder: a card's debt is negative here. */
  openingBalance: Cents | null
  closingBalance: Cents | null
  reconciliationStatus:
    | 'reconciled'
    | 'reconciled_by_totals'
    | 'unreconciled'
    | 'unverifiable'
    | 'empty'
  /** It closes by a figure that a person set against the page, and nobody has accepted it so. */
  isSetByPerson?: boolean
  /** Whether a provider or an export states it, rather than a bank's print. */
  isFed?: boolean
  /** End-of-day balances printed in a daily balance table. */
  dailyBalances: { date: PlainDate; balance: Cents }[]
  /** The mailing address on the statement. */
  holderAddress?: string | null
  /** The statement's own fee summary for the period. */
  feesPrinted?: { overdraftPeriod: Cents | null; returnedPeriod: Cents | null } | null
}

/** Facts of the company and its owners that numbers need. */
export interface CompanyFacts {
  name: string | null
  /** `account_holder` where the application has no name and the statements print one. */
  nameSource?: 'application' | 'account_holder'
  ownerNames: string[]
  entityType: string | null
  naicsCode: string | null
  state: string | null
  postalCode?: string | null
  businessStartDate: PlainDate | null
  /** The lowest score among the signing owners. */
  ownerFico: number | null
  requestedAmount: Cents | null
}

/** An account that rows refer to and that was not submitted (formulas 13.3). */
export interface MissingAccount {
  mask: string | null
  institutionName: string | null
  type: string | null
  confidence: number
  transactionIds: string[]
  firstDate: PlainDate
  lastDate: PlainDate
  /** The request to the applicant, as a sentence. */
  requestText: string
}

/** The facts of rows without a company. */
export const NOBODY: CompanyFacts = {
  name: null,
  ownerNames: [],
  entityType: null,
  naicsCode: null,
  state: null,
  businessStartDate: null,
  ownerFico: null,
  requestedAmount: null,
}
