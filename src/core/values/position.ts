import type { PlainDate } from './dates.ts'
import type { Cents } from './money.ts'

export type Cadence =
  | 'business_daily' | 'daily' | 'weekly' | 'twice_weekly' | 'biweekly' | 'semi_monthly' | 'four_weekly' | 'monthly'
  | 'bimonthly' | 'quarterly' | 'semi_annual' | 'annual' | 'percentage_split' | 'irregular' // prettier-ignore

/** A repeating series of rows (formulas section 8). */
export interface Stream {
  id: string
  accountId: string
  direction: 'inflow' | 'outflow'
  streamType: string
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

/** One funding contract inferred from bank rows (formulas section 9). */
export interface Position {
  id: string
  accountIds: string[]
  funderId: string | null
  funderName: string
  funderMatch: { alias: string | null; kind: 'exact' | 'contains' | 'ambiguous' | 'pattern' }
  productType: string
  status: 'new' | 'active' | 'late' | 'defaulted' | 'paid_off' | 'inactive'
  confirmation: 'detected' | 'needs_confirmation'
  confidence: number
  confidenceReasons: string[]
  advance: { amount: Cents; date: PlainDate; transactionIds: string[] } | null
  payment: {
    amount: Cents
    cadence: Cadence
    firstDate: PlainDate
    lastDate: PlainDate
    count: number
  } | null
  paidToDate: Cents
  factorRate: number
  rightToReceive: Cents | null
  remainingBalance: { low: Cents; mid: Cents; high: Cents } | null
  isUpperBound: boolean
  percentPaid: number | null
  paymentsRemaining: number | null
  estimatedPayoffDate: PlainDate | null
  monthlyPayment: Cents | null
  missedDates: PlainDate[]
  returnedCount: number
  transactionIds: string[]
}
