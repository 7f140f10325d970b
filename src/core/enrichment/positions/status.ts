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
  /** A processor keeps its part of each settlement, so that no payment can be seen. */
  isWithheld: boolean
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
/** Platforms plan to have their advances back within about a year. */
const WITHHELD_DAYS = 365
const DEFAULT_GRACE_DAYS = 40
const DAILY: ReadonlySet<Cadence> = new Set(['business_daily', 'daily', 'percentage_split'])

/** The status of a position that no user has set. */
export function computeStatus(facts: StatusFacts): Position['status'] {
  const { asOf, cadence, lastDate } = facts
  if (facts.isRenewed) return 'paid_off'
  if (facts.isWithheld) return computeWithheldStatus(facts)
  if (asOf <= afterGrace(cadence, lastDate, 1)) {
    if (facts.recentReturns >= 2) return 'late'
    return daysBetween(facts.firstDate, asOf) <= 30 ? 'new' : 'active'
  }
  if (isPaidUp(facts) || facts.hasPayoffDebit || facts.isBoughtOut) return 'paid_off'
  if (asOf <= afterGrace(cadence, lastDate, 3)) return 'late'
  return facts.hasDistress ? 'defaulted' : 'inactive'
}

/** An advance whose payments nobody sees runs until its usual end, and is never late. */
function computeWithheldStatus({ firstDate, asOf }: StatusFacts): Position['status'] {
  const age = daysBetween(firstDate, asOf)
  if (age > WITHHELD_DAYS) return 'inactive'
  return age <= 30 ? 'new' : 'active'
}

/** Payments that end without a return, within the factor's interval, ended as agreed. */
function isPaidUp({ percentPaid, isLeastPaid, recentReturns }: StatusFacts): boolean {
  return (percentPaid ?? 0) >= PAID_OFF_SHARE || (isLeastPaid && recentReturns === 0)
}

function afterGrace(cadence: Cadence, date: PlainDate, times: number): PlainDate {
  if (DAILY.has(cadence)) return addBusinessDays(date, 5 * times)
  return addDays(date, (GRACE_DAYS[cadence] ?? DEFAULT_GRACE_DAYS) * times)
}
