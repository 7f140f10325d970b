import { computeRatio } from '../arithmetic.ts'
import {
  activeDebtPositions,
  activeMcaPositions,
  monthlyDebtService,
  monthlyMcaPayments,
  monthlyOperatingCashFlow,
} from '../figures/debt-figures.ts'
import { computeBalanceFigures } from '../figures/balance-figures.ts'
import { monthlyTrueRevenue } from '../figures/revenue-figures.ts'
import { windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import type { Cents } from '../../values/money.ts'
import type { Position } from '../../values/position.ts'

/** What a lender or a funder puts into formulas O8 and O10. */
export interface OfferPolicy {
  /** Advance as a share of monthly true revenue. */
  revenueShare: number
  /** Advance as a multiple of the average daily balance. */
  balanceMultiple: number
  /** All advance payments over monthly true revenue, the new one included. */
  targetHoldback: number
  /** Operating cash flow over debt service, the new one included; 0 sets no bound. */
  targetCoverage: number
  /** Null = no ceiling. */
  maxAdvance: Cents | null
  /** O8: the least share of the advance that reaches the business. */
  netMinimum: number
}

/** Operating cash flow that an offer should leave for each unit of debt service. */
const TARGET_COVERAGE = 1.25
/** Market practice (formulas O8). */
const NET_MINIMUM = 0.5
const BALANCE_MULTIPLE = 10

/** A policy by the usual terms of a paper grade. */
export function buildOfferPolicy(terms: {
  advanceShare: readonly number[]
  holdback: readonly number[]
}): OfferPolicy {
  return {
    revenueShare: terms.advanceShare.at(-1)!,
    balanceMultiple: BALANCE_MULTIPLE,
    targetHoldback: terms.holdback.at(-1)!,
    targetCoverage: TARGET_COVERAGE,
    maxAdvance: null,
    netMinimum: NET_MINIMUM,
  }
}

/** What the limits are computed from: cents a month, and the balance; null = unknown. */
export interface Capacity {
  revenue: number | null
  averageBalance: number | null
  advancePayments: number | null
  debtService: number | null
  cashFlow: number | null
}

/**
 * The monthly figures of a deal over its last three full months, and its balance of 90 days. An
 * advance that began in these months weighs on their mean by its first payments alone, though a new
 * offer meets all of it: what is paid is at least what the running positions take of a month now.
 */
export function computeCapacity(ledger: Ledger): Capacity {
  const months = windowNamed(ledger, 'last_3_full_calendar_months')
  const balances = computeBalanceFigures(ledger, windowNamed(ledger, 'last_90_days'))
  return {
    revenue: monthlyTrueRevenue(ledger, months).value,
    averageBalance: balances.average,
    advancePayments: atLeast(monthlyMcaPayments(ledger, months).value, activeMcaPositions(ledger)),
    debtService: atLeast(monthlyDebtService(ledger, months).value, activeDebtPositions(ledger)),
    cashFlow: monthlyOperatingCashFlow(ledger, months).value,
  }
}

function atLeast(mean: number | null, running: readonly Position[]): number | null {
  return mean === null ? null : Math.max(mean, sumMonthly(running))
}

function sumMonthly(positions: readonly Position[]): Cents {
  return positions.reduce((sum, { monthlyPayment }) => sum + (monthlyPayment ?? 0), 0)
}

/** What ends with the balances that an offer pays off, in cents a month. */
export interface BoughtOut {
  advancePayments: number
  debtService: number
}

/** Payments of a week by their cadence, of five business days. */
const PER_WEEK: Readonly<Record<string, number>> = {
  business_daily: 5,
  daily: 7,
  twice_weekly: 2,
  weekly: 1,
  biweekly: 0.5,
}

/** O15: what a reverse consolidation hands over a week to cover these positions, in cents. */
export function weeklyCredit(ledger: Ledger, positionIds: readonly (string | null)[]): number {
  const bought = ledger.positions.filter(({ id }) => positionIds.includes(id))
  return bought.reduce((sum, { payment, monthlyPayment }) => {
    const count = PER_WEEK[payment?.cadence ?? '']
    return (
      sum +
      (payment && count !== undefined ? payment.amount * count : ((monthlyPayment ?? 0) * 12) / 52)
    )
  }, 0)
}

/** Nothing is paid off. */
export const NOTHING_BOUGHT: BoughtOut = { advancePayments: 0, debtService: 0 }

/** The monthly payments of the running positions of these ids. */
export function boughtOut(ledger: Ledger, positionIds: readonly (string | null)[]): BoughtOut {
  const advances = activeMcaPositions(ledger).map(({ id }) => id)
  const bought = ledger.positions.filter(({ id }) => positionIds.includes(id))
  return {
    advancePayments: sumMonthly(bought.filter(({ id }) => advances.includes(id))),
    debtService: sumMonthly(bought),
  }
}

/** One bound of the advance (formulas O10). */
export interface Limit {
  name: 'revenue' | 'balance' | 'holdback' | 'coverage' | 'policy'
  formula: string
  /** Cents; 0 when there is no room; null when an input is unknown or there is no such bound. */
  amount: Cents | null
}

/** O10: every bound of an advance with this factor and term; money is rounded down. */
export function computeLimits(
  capacity: Capacity,
  policy: OfferPolicy,
  terms: { factor: number; termMonths: number; bought?: BoughtOut },
): Limit[] {
  const { revenue, averageBalance, cashFlow } = capacity
  const { advancePayments: freed, debtService: ended } = terms.bought ?? NOTHING_BOUGHT
  const perMonth = terms.termMonths / terms.factor
  const payments = less(capacity.advancePayments, freed)
  const service = less(capacity.debtService, ended)
  const room =
    revenue === null || payments === null ? null : policy.targetHoldback * revenue - payments
  const spare =
    policy.targetCoverage === 0 || cashFlow === null || service === null
      ? null
      : cashFlow / policy.targetCoverage - service
  return [
    limit('revenue', 'Share of monthly true revenue', times(revenue, policy.revenueShare)),
    limit(
      'balance',
      'Multiple of the average daily balance',
      times(averageBalance, policy.balanceMultiple),
    ),
    limit(
      'holdback',
      '(Target holdback × monthly true revenue - MCA payments) × term / factor',
      times(room, perMonth),
    ),
    limit(
      'coverage',
      '(Operating cash flow / target debt service coverage - debt service) × term / factor',
      times(spare, perMonth),
    ),
    limit('policy', 'Maximum advance of the policy', policy.maxAdvance),
  ]
}

/** The least of the known bounds; null when none is known. */
export function bindingLimit(limits: readonly Limit[]): (Limit & { amount: Cents }) | null {
  const known = limits.filter((each): each is Limit & { amount: Cents } => each.amount !== null)
  return known.reduce<(Limit & { amount: Cents }) | null>(
    (least, each) => (least === null || each.amount < least.amount ? each : least),
    null,
  )
}

/** What a deal carries once an offer is funded (formulas O5, L16 and L17). */
export interface AfterFunding {
  specifiedPercentage: number | null
  holdback: number | null
  coverage: number | null
}

/** O5, L16 and L17 for a new monthly payment in cents; null when an input is unknown. */
export function afterFunding(
  capacity: Capacity,
  monthlyPayment: Cents,
  bought: BoughtOut = NOTHING_BOUGHT,
): AfterFunding {
  const revenue = capacity.revenue !== null && capacity.revenue > 0 ? capacity.revenue : null
  const payments = less(capacity.advancePayments, bought.advancePayments)
  const service = less(capacity.debtService, bought.debtService)
  return {
    specifiedPercentage: computeRatio(monthlyPayment, revenue),
    holdback: computeRatio(payments === null ? null : payments + monthlyPayment, revenue),
    coverage: computeRatio(capacity.cashFlow, service === null ? null : service + monthlyPayment),
  }
}

function limit(name: Limit['name'], formula: string, amount: number | null): Limit {
  return { name, formula, amount: amount === null ? null : Math.max(0, Math.floor(amount)) }
}

function times(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor
}

/** What remains of a burden; what is bought out can be estimated higher than what was seen. */
function less(burden: number | null, part: number): number | null {
  return burden === null ? null : Math.max(0, burden - part)
}
