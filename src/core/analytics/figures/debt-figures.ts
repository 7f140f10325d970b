import { computeRatio } from '../arithmetic.ts'
import { addBusinessDays } from '../../values/days/business-days.ts'
import { dateOfDay, dayNumber, type PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type { Cadence, Position } from '../../values/position.ts'
import { getTally, type Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { findAnyRow } from '../ledger/rows/select.ts'
import { kindSum } from '../ledger/tally.ts'
import type { Scope } from '../window.ts'
import { getCashFlowLine } from './cashflow.ts'
import { monthlyMean, type MonthlyMean } from './monthly.ts'
import { monthlyTrueRevenue } from './revenue-figures.ts'

const MCA_TYPES: readonly string[] = [
  'mca',
  'revenue_share',
  'platform_capital',
  'reverse_consolidation',
]
const ACTIVE_STATUSES: readonly string[] = ['new', 'active', 'late']

/** Payments of a cadence per business day, for L9. */
const PAYMENTS_PER_BUSINESS_DAY: Partial<Record<Cadence, number>> = {
  business_daily: 1,
  daily: 1,
  twice_weekly: 2 / 5,
  weekly: 1 / 5,
  biweekly: 1 / 10,
  semi_monthly: 2 / 21,
  four_weekly: 1 / 20,
  monthly: 1 / 21,
}
/** Business days of a mean month (formulas L9 and 9.2). */
const BUSINESS_DAYS_PER_MONTH = 21

/** Confirmed positions of the product types that buy receivables (formulas L1). */
export function mcaPositions(ledger: Ledger): Position[] {
  return ledger.positions.filter(
    (position) => MCA_TYPES.includes(position.productType) && isConfirmed(position),
  )
}

/** L1: of these, the ones still running. */
export function activeMcaPositions(ledger: Ledger): Position[] {
  return mcaPositions(ledger).filter(isActive)
}

/** L2: running positions of every type but credit cards. */
export function activeDebtPositions(ledger: Ledger): Position[] {
  return ledger.positions.filter(
    (position) =>
      isActive(position) && isConfirmed(position) && position.productType !== 'credit_card',
  )
}

/** Running positions that a person has yet to confirm; counted apart (L1). */
export function unconfirmedPositions(ledger: Ledger): Position[] {
  return ledger.positions.filter((position) => isActive(position) && !isConfirmed(position))
}

/** Positions of a status (L18). */
export function positionsWithStatus(ledger: Ledger, status: Position['status']): Position[] {
  return ledger.positions.filter((position) => position.status === status && isConfirmed(position))
}

/** Share of an advance that is paid from which its end is no sign of distress (formulas P23). */
const PAID_UP_SHARE = 0.95

/** MCA positions whose payments ended long before what was owed was paid. */
export function stoppedPositions(ledger: Ledger): Position[] {
  return mcaPositions(ledger).filter(
    ({ status, advance, payment, percentPaid }) =>
      status === 'inactive' &&
      advance !== null &&
      payment !== null &&
      percentPaid !== null &&
      percentPaid < PAID_UP_SHARE,
  )
}

/** Whether a position is new, active or late. */
export function isActive(position: Position): boolean {
  return ACTIVE_STATUSES.includes(position.status)
}

/** L7: MCA debits less returned ones, per full month. */
export function monthlyMcaPayments(ledger: Ledger, scope: Scope): MonthlyMean {
  return monthlyMean(ledger, scope, (month) => sumMcaPayments(ledger, month))
}

/** MCA debits less returned ones of a scope, in positive cents. */
export function sumMcaPayments(ledger: Ledger, scope: Scope): Cents {
  const tally = getTally(ledger, scope)
  return 0 - kindSum(tally, KIND.mcaPayment) - kindSum(tally, KIND.mcaReturn)
}

/** L10: debt outflows less returned ones, per full month. */
export function monthlyDebtService(ledger: Ledger, scope: Scope): MonthlyMean {
  return monthlyMean(ledger, scope, (month) => sumDebtService(ledger, month))
}

/** CFADS per full month: the line `operating_cash_flow` of formulas section 11. */
export function monthlyOperatingCashFlow(ledger: Ledger, scope: Scope): MonthlyMean {
  return monthlyMean(ledger, scope, (month) =>
    getCashFlowLine(ledger, month, 'operating_cash_flow'),
  )
}

/** L8. */
export function holdbackRatio(ledger: Ledger, scope: Scope): number | null {
  const { value } = monthlyMcaPayments(ledger, scope)
  return computeRatio(value, positive(monthlyTrueRevenue(ledger, scope).value))
}

/** P20: what one position takes in a month over the revenue of a month. */
export function positionHoldback(ledger: Ledger, position: Position, scope: Scope): number | null {
  const { value } = monthlyTrueRevenue(ledger, scope)
  return computeRatio(position.monthlyPayment, positive(value))
}

/** L9: current daily equivalents of the running positions over daily revenue. */
export function dailyMcaBurden(ledger: Ledger, scope: Scope): number | null {
  const daily = activeMcaPositions(ledger).reduce((sum, each) => sum + dailyEquivalent(each), 0)
  const revenue = positive(monthlyTrueRevenue(ledger, scope).value)
  return computeRatio(daily, revenue === null ? null : revenue / BUSINESS_DAYS_PER_MONTH)
}

/** L13: remaining balance of the running positions; positions without an estimate are counted. */
export function estimatedMcaBalance(ledger: Ledger): {
  low: Cents
  mid: Cents
  high: Cents
  unknownCount: number
} {
  const total = { low: 0, mid: 0, high: 0, unknownCount: 0 }
  for (const { remainingBalance } of activeMcaPositions(ledger)) {
    total.low += remainingBalance?.low ?? 0
    total.mid += remainingBalance?.mid ?? 0
    total.high += remainingBalance?.high ?? 0
    if (remainingBalance === null) total.unknownCount += 1
  }
  return total
}

/** L3: most running MCA positions on one day of the scope. */
export function maxConcurrentPositions(ledger: Ledger, scope: Scope): number {
  const spans = mcaPositions(ledger)
    .map(findLifetime)
    .filter((life) => life !== null)
  const starts = spans.map(({ startDay }) => Math.max(startDay, scope.startDay))
  return starts.reduce((most, day) => {
    if (day > scope.endDay) return most
    return Math.max(most, spans.filter((span) => span.startDay <= day && span.endDay >= day).length)
  }, 0)
}

/** A funding that came while another funder was still owed (formulas L4). */
export interface StackEvent {
  date: PlainDate
  funderName: string
  positionId: string
  /** Positions of other funders open on that day. */
  openPositionIds: string[]
}

/**
 * L4. A position whose first payment is within five business days of the first covered day may
 * have begun long before, so it starts no event (P12).
 */
export function stackEvents(ledger: Ledger): StackEvent[] {
  const positions = mcaPositions(ledger)
  const observedFrom = dayNumber(addBusinessDays(dateOfDay(ledger.firstDay), 5))
  const events = positions.flatMap((position) => {
    const life = findLifetime(position)
    if (life === null || (position.advance === null && life.startDay <= observedFrom)) return []
    const open = positions.filter((other) => isConcurrent(other, position, life.startDay))
    if (open.length === 0) return []
    const openPositionIds = open.map(({ id }) => id)
    const { id: positionId, funderName } = position
    return [{ date: dateOfDay(life.startDay), funderName, positionId, openPositionIds }]
  })
  return events.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

/** L5: advances of MCA positions inside the scope. */
export function advancesIn(ledger: Ledger, scope: Scope): Position[] {
  return mcaPositions(ledger).filter(({ advance }) => {
    const day = advance === null ? -Infinity : dayNumber(advance.date)
    return day >= scope.startDay && day <= scope.endDay
  })
}

/** P25: the latest advance over all positions, at its last draw; null without one. */
export function lastAdvance(ledger: Ledger): NonNullable<Position['advance']> | null {
  const advances = ledger.positions.flatMap(({ advance }) =>
    advance === null ? [] : [{ ...advance, date: findLastDraw(ledger, advance) }],
  )
  return advances.reduce<Position['advance']>(
    (last, each) => (last === null || each.date > last.date ? each : last),
    null,
  )
}

/** A line of credit is drawn on more than once. */
function findLastDraw(
  ledger: Ledger,
  { date, transactionIds }: NonNullable<Position['advance']>,
): PlainDate {
  if (transactionIds.length < 2) return date
  const dates = transactionIds.map((id) => findAnyRow(ledger, id)?.date ?? date)
  return dates.reduce((last, each) => (each > last ? each : last), date)
}

function sumDebtService(ledger: Ledger, scope: Scope): Cents {
  const tally = getTally(ledger, scope)
  return 0 - kindSum(tally, KIND.debtService) - kindSum(tally, KIND.debtReturn)
}

function dailyEquivalent({ payment, monthlyPayment }: Position): number {
  const perDay = payment === null ? undefined : PAYMENTS_PER_BUSINESS_DAY[payment.cadence]
  if (payment !== null && perDay !== undefined) return payment.amount * perDay
  return (monthlyPayment ?? 0) / BUSINESS_DAYS_PER_MONTH
}

/** From funding to the last payment; a position that still owes has no end. */
function findLifetime(position: Position): { startDay: number; endDay: number } | null {
  const start = position.advance?.date ?? position.payment?.firstDate
  if (start === undefined) return null
  const isOver = position.status === 'paid_off' || position.status === 'inactive'
  const end = position.payment?.lastDate ?? start
  return { startDay: dayNumber(start), endDay: isOver ? dayNumber(end) : Infinity }
}

function isConcurrent(other: Position, position: Position, day: number): boolean {
  const life = findLifetime(other)
  const isSameFunder =
    (other.funderId ?? other.funderName) === (position.funderId ?? position.funderName)
  return life !== null && !isSameFunder && life.startDay < day && life.endDay > day
}

/** A position found by its cadence alone counts once a person has confirmed it. */
function isConfirmed({ confirmation }: Position): boolean {
  return confirmation !== 'needs_confirmation' && confirmation !== 'rejected'
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null
}
