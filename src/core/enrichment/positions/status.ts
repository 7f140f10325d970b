import { addBusinessDays } from '../../values/days/business-days.ts'
import { addDays, daysBetween, type PlainDate } from '../../values/dates.ts'
import type { Cadence, Position } from '../../values/position.ts'

/** What the status of a position follows from (formulas P23). */
export interface StatusFacts {
  asOf: PlainDate
  cadence: Cadence
  firstDate: PlainDate
  lastDate: PlainDate
  percentPaid: number | null
  /** The payments cover the lowest estimate of what is owed for the advance. */
  isLeastPaid: boolean
  isRenewed: boolean
  /** Another funder's money came when the payments stopped. */
  isBoughtOut: boolean
  hasPayoffDebit: boolean
  /** Returned payments among the last ten. */
  recentReturns: number
  /** A stop payment, return, collection or legal order within 30 days of the last payment. */
  hasDistress: boolean
}

/** Share paid from which a contract that stopped counts as paid off. */
export const PAID_OFF_SHARE = 0.95

/** Calendar days of grace by cadence; the daily ones have five business days. */
const GRACE_DAYS: Partial<Record<Cadence, number>> = {
  weekly: 10,
  twice_weekly: 10,
  biweekly: 20,
  semi_monthly: 20,
}
const DEFAULT_GRACE_DAYS = 40
const DAILY: ReadonlySet<Cadence> = new Set(['business_daily', 'daily', 'percentage_split'])

/** The status of a position that no user has set. */
export function computeStatus(facts: StatusFacts): Position['status'] {
  const { asOf, cadence, lastDate } = facts
  if (facts.isRenewed) return 'paid_off'
  if (asOf <= afterGrace(cadence, lastDate, 1)) {
    if (facts.recentReturns >= 2) return 'late'
    return daysBetween(facts.firstDate, asOf) <= 30 ? 'new' : 'active'
  }
  if (isPaidUp(facts) || facts.hasPayoffDebit || facts.isBoughtOut) return 'paid_off'
  if (asOf <= afterGrace(cadence, lastDate, 3)) return 'late'
  return facts.hasDistress ? 'defaulted' : 'inactive'
}

/** Payments that end without a return, within the factor's interval, ended as agreed. */
function isPaidUp({ percentPaid, isLeastPaid, recentReturns }: StatusFacts): boolean {
  return (percentPaid ?? 0) >= PAID_OFF_SHARE || (isLeastPaid && recentReturns === 0)
}

function afterGrace(cadence: Cadence, date: PlainDate, times: number): PlainDate {
  if (DAILY.has(cadence)) return addBusinessDays(date, 5 * times)
  return addDays(date, (GRACE_DAYS[cadence] ?? DEFAULT_GRACE_DAYS) * times)
}
