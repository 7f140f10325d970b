import type { PlainDate } from './dates.ts'
import type { Cents } from './money.ts'

export const CHANNELS = [
  'ach',
  'wire',
  'check',
  'card',
  'cash',
  'transfer',
  'p2p',
  'fee',
  'interest',
  'return',
  'adjustment',
  'other',
] as const
export type Channel = (typeof CHANNELS)[number]

export type FeeKind = 'nsf' | 'overdraft' | 'returned_item' | 'ambiguous'

export type CategorySource =
  | 'rule'
  | 'registry'
  | 'tenant_rule'
  | 'feedback'
  | 'provider'
  | 'model'
  | 'default'

/** A category of a transaction: the chosen one or a runner-up. */
export interface AssignedCategory {
  slug: string
  name: string
  /** How surely the leaf is right. */
  confidence: number
  /** How surely its family is right; never less. Null where only the leaf was given. */
  familyConfidence: number | null
  source: CategorySource
  ruleId: string | null
}

/** A transaction before enrichment, from a statement, a provider or a client. */
export interface RawTransaction {
  id: string
  accountId: string
  date: PlainDate
  amount: Cents
  currency: string
  description: string
  balance: Cents | null
  mccCode: string | null
  /** The bank's or provider's type word (OFX TRNTYPE, CSV type column). */
  bankType: string | null
  checkNumber: string | null
  isPending: boolean
  isDuplicate: boolean
  /** A category the caller gave, used at the provider layer. */
  providerCategory: string | null
  /** Corrections by a person; they win over every rule. */
  override: TransactionOverride | null
}

export interface TransactionOverride {
  category?: string
  merchantName?: string
  isRevenue?: boolean
  isRecurring?: boolean
  isDebt?: boolean
  feeKind?: FeeKind
  isInternalTransfer?: boolean
  isDuplicate?: boolean
  /** The position of the row; null for none. */
  positionId?: string | null
  /** The funder of the row, by registry id; null for none. */
  funderId?: string | null
  /** The other side of a transfer; null for none. */
  matchedTransactionId?: string | null
}

/** The other side of a row. */
export const COUNTERPARTY_TYPES = [
  'merchant',
  'person',
  'funder',
  'bank',
  'government',
  'own_account',
  'unknown',
] as const

/** What enrichment adds. */
export interface Enrichment {
  normalizedDescription: string
  merchantName: string | null
  /** Of the merchant that rows of one name share; null for people and for the bank itself. */
  merchantId: string | null
  counterparty: { name: string | null; type: (typeof COUNTERPARTY_TYPES)[number] }
  /** Never empty; `[0]` is the primary. */
  categories: AssignedCategory[]
  channel: Channel
  checkNumber: string | null
  flags: string[]
  feeKind: FeeKind | null
  /**
   * Counts in true revenue (formulas section 3); contra rows are false and carry a contra category.
   */
  isRevenue: boolean
  /** Why an inflow does not count (formulas section 3); null for revenue and for outflows. */
  exclusionReason: string | null
  isDebt: boolean
  isRecurring: boolean
  streamId: string | null
  positionId: string | null
  positionRole: 'advance' | 'payment' | 'return' | 'fee' | null
  funderId: string | null
  matchedTransactionId: string | null
  matchScore: number | null
  needsReview: boolean
}

export type EnrichedTransaction = RawTransaction & Enrichment
