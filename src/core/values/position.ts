import type { PlainDate } from './dates.ts'
import type { Cents } from './money.ts'

export type Cadence =
  | 'business_daily'
  | 'daily'
  | 'weekly'
  | 'twice_weekly'
  | 'biweekly'
  | 'semi_monthly'
  | 'four_weekly'
  | 'monthly'
  | 'bimonthly'
  | 'quarterly'
  | 'semi_annual'
  | 'annual'
  | 'percentage_split'
  | 'irregular'

/** What a stream is for (formulas S15). */
export const STREAM_TYPES = [
  'payroll',
  'rent',
  'mca',
  'loan',
  'lease',
  'insurance',
  'tax',
  'utility',
  'subscription',
  'card_settlement',
  'customer',
  'owner',
  'transfer',
  'other',
] as const

export type StreamType = (typeof STREAM_TYPES)[number]

/** A repeating series of rows (formulas section 8). */
export interface Stream {
  id: string
  accountId: string
  direction: 'inflow' | 'outflow'
  streamType: StreamType
  description: string
  merchantName: string | null
  category: string
  cadence: Cadence
  status: 'mature' | 'early_detection' | 'ended'
  confidence: number
  firstDate: PlainDate
  lastDate: PlainDate
  nextDate: PlainDate | null
  occurrenceCount: number
  averageAmount: Cents
  lastAmount: Cents
  expectedAmount: Cents
  amountType: 'fixed' | 'stable' | 'variable'
  monthlyEquivalent: Cents
  missedDates: PlainDate[]
  transactionIds: string[]
}

/** The status of a position; `rejected` is a person's decision. */
export type PositionStatus =
  | 'new'
  | 'active'
  | 'late'
  | 'defaulted'
  | 'paid_off'
  | 'inactive'
  | 'rejected'

/** How a position became known, or the decision of a person on it. */
export type Confirmation = 'detected' | 'needs_confirmation' | 'confirmed' | 'rejected' | 'manual'

/** The payments of a position that did not come back. Amounts are magnitudes. */
export interface PositionPayment {
  amount: Cents
  cadence: Cadence
  /** Modal weekday (0 is Sunday) and days of the month, from which the next date follows. */
  weekday: number
  anchorDays: number[]
  amountType: 'fixed' | 'stable' | 'variable'
  firstDate: PlainDate
  lastDate: PlainDate
  lastAmount: Cents
  count: number
  /** The share of card sales that each payment is, where the cadence is `percentage_split`. */
  remittanceRate?: number
}

/** One funding contract as the rows show it, before any estimate (formulas 9). */
export interface FoundPosition {
  id: string
  accountIds: string[]
  currency: string
  funderId: string | null
  funderName: string
  funderMatch: { alias: string | null; kind: 'exact' | 'contains' | 'ambiguous' | 'pattern' }
  productType: string
  /** Found by its cadence alone, so a person must confirm it (formulas P2). */
  needsConfirmation: boolean
  confidence: number
  confidenceReasons: string[]
  repaymentChannel: 'debit' | 'processor_split'
  parentPositionId: string | null
  childPositionIds: string[]
  isRenewal: boolean
  advance: {
    amount: Cents
    date: PlainDate
    isNet: boolean
    confidence: number
    transactionIds: string[]
  } | null
  payment: PositionPayment | null
  paidToDate: Cents
  totals: { returned: Cents; reversed: Cents; fees: Cents; inflow: Cents; outflow: Cents }
  /** The tenant's, else the registry's, else the usual factor rate (formulas P13). */
  factorRate: number
  isStartObserved: boolean
  monthlyPayment: Cents | null
  missedDates: PlainDate[]
  returnedCount: number
  stopPayments: number
  /** Days of payments on which the account was also charged for lack of funds. */
  nsfDates: PlainDate[]
  ending: { isRenewed: boolean; isBoughtOut: boolean; recentReturns: number; hasDistress: boolean }
  asOf: PlainDate
  /** Its advances and payments. */
  transactionIds: string[]
  /** Rows that follow from those: payments that came back, and fees. */
  followingIds?: string[]
}

/** Decisions of people on a position, which override what was found; null withdraws one. */
export interface PositionDecision {
  confirmation?: 'confirmed' | 'rejected' | null
  status?: PositionStatus | null
  funderId?: string | null
  funderName?: string | null
  productType?: string | null
  factorRate?: number | null
  advanceAmount?: Cents | null
  advanceDate?: PlainDate | null
  rightToReceive?: Cents | null
  isDisclosed?: boolean | null
  notes?: string | null
  /** Entered by a person; the payment is as stated until rows are linked. */
  manual?: { currency: string; paymentAmount: Cents | null; cadence: Cadence } | null
}

/** A position found earlier, recognized by its rows. */
export interface KnownPosition {
  id: string
  transactionIds: readonly string[]
  confirmation: 'confirmed' | 'rejected' | null
}

/** One funding contract with its estimates and the decisions of people. */
export interface Position extends FoundPosition {
  status: PositionStatus
  confirmation: Confirmation
  rightToReceive: Cents | null
  remainingBalance: { low: Cents; mid: Cents; high: Cents } | null
  isUpperBound: boolean
  percentPaid: number | null
  paymentsRemaining: number | null
  estimatedPayoffDate: PlainDate | null
  nextExpectedDate: PlainDate | null
  isDisclosed: boolean | null
  notes: string | null
  /** A person stated the total owed, so that nothing is assumed. */
  isOwedReported: boolean
  hasOverrides: boolean
}
