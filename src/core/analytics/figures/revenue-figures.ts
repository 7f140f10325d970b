import {
  computeDeviation,
  computeMean,
  computeMedian,
  computeRatio,
  theilSenSlope,
} from '../arithmetic.ts'
import { isBusinessDay } from '../../values/days/business-days.ts'
import { addMonths, dateOfDay } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import { remember, getTally, type Ledger } from '../ledger.ts'
import { EXCLUSION_REASONS, KIND } from '../ledger/classify.ts'
import { labelAt, getPrimarySlug } from '../ledger/rows/select.ts'
import { firstRowOn, kindSum } from '../ledger/tally.ts'
import { type Scope, toScopeKey } from '../window.ts'
import { byFullMonth, fullMonths, monthlyMean, type MonthlyMean } from './monthly.ts'
import { findPartyName } from './parties.ts'

/** Deposits and revenue of a scope in cents (formulas R1 to R5). */
export interface Revenue {
  totalDeposits: Cents
  grossRevenue: Cents
  contraRevenue: Cents
  trueRevenue: Cents
  nonRevenueDeposits: Cents
  /** Cents by exclusion reason; they sum exactly to `nonRevenueDeposits`. */
  excluded: { reason: string; amount: Cents }[]
}

/** R1 to R5 of a scope. */
export function computeRevenue(ledger: Ledger, scope: Scope): Revenue {
  const tally = getTally(ledger, scope)
  const totalDeposits = kindSum(tally, KIND.deposit)
  const contraRevenue = 0 - kindSum(tally, KIND.contra)
  const excluded = EXCLUSION_REASONS.map((reason, index) => ({
    reason,
    amount: tally.excluded[index]!,
  })).filter(({ amount }) => amount !== 0)
  return {
    totalDeposits,
    grossRevenue: tally.grossRevenue,
    contraRevenue,
    trueRevenue: tally.grossRevenue - contraRevenue,
    nonRevenueDeposits: totalDeposits - tally.grossRevenue,
    excluded,
  }
}

/** R4 of a scope. */
export function computeTrueRevenue(ledger: Ledger, scope: Scope): Cents {
  return computeRevenue(ledger, scope).trueRevenue
}

/** R7. */
export function monthlyTrueRevenue(ledger: Ledger, scope: Scope): MonthlyMean {
  return monthlyMean(ledger, scope, (month) => computeTrueRevenue(ledger, month))
}

/** R4 of each full month of the scope, oldest first. */
export function revenueByMonth(ledger: Ledger, scope: Scope): number[] {
  return byFullMonth(ledger, scope, (month) => computeTrueRevenue(ledger, month))
}

/** R9: Theil-Sen slope per month over the median month; null below three full months. */
export function revenueTrend(months: readonly number[]): number | null {
  if (months.length < 3) return null
  return computeRatio(theilSenSlope(months), computeMedian(months))
}

/** R11: population standard deviation over mean; null below three full months. */
export function revenueVariation(months: readonly number[]): number | null {
  if (months.length < 3) return null
  return computeRatio(computeDeviation(months), computeMean(months))
}

/** R10: growth of the last `span` full months over the `span` months `lag` months before them. */
export function revenueGrowth(
  ledger: Ledger,
  scope: Scope,
  { span, lag }: { span: number; lag: number },
): number | null {
  const known = new Map(
    ledger.months.filter(({ isFull }) => isFull).map((each) => [each.month, each]),
  )
  const last = fullMonths(ledger, scope).at(-1)
  if (!last) return null
  const sumFrom = (offset: number): number | null => {
    let sum = 0
    for (let index = 0; index < span; index += 1) {
      const month = known.get(addMonths(last.month, -offset - index))
      if (!month) return null
      sum += computeTrueRevenue(ledger, { ...month, account: scope.account ?? null })
    }
    return sum
  }
  const growth = computeRatio(sumFrom(0), sumFrom(lag))
  return growth === null ? null : growth - 1
}

/** Where revenue comes from (formulas R12). */
export interface Concentration {
  /** Whoever sent revenue under a name, largest first, with the share of gross revenue. */
  sources: { name: string; amount: Cents; share: number; isProcessor: boolean }[]
  /** Revenue without a named payer, such as deposits over the counter. */
  unidentified: Cents
  /** Revenue of the sources that are no processors; the shares below are shares of it. */
  identified: Cents
  /** Share of gross revenue that came through processors and marketplaces. */
  settlementShare: number | null
  top1: number | null
  top5: number | null
  hhi: number | null
}

/** Leaves of money that a processor or a marketplace passes on: many have paid it. */
const SETTLED: ReadonlySet<string> = new Set([
  'revenue.card_settlement',
  'revenue.online_marketplace',
  'revenue.delivery_platform',
  'revenue.rideshare_gig',
])
/** Leaves of deposits over the counter, whose payer the bank does not know. */
const COUNTER: ReadonlySet<string> = new Set(['revenue.cash_deposit', 'revenue.check_deposit'])
/** Groups of merchants that pass on what many pay. */
const SETTLING_GROUPS = ['payment_processors', 'marketplaces', 'delivery_platforms', 'p2p_apps']
/** `PayPal`, `Shopify Payments`, `Amazon`: names that pass money on, whatever the leaf. */
const SETTLING_NAME =
  /^(paypal|venmo|zelle|cash ?app|square|stripe|shopify|amazon|etsy|ebay|toast|clover|doordash|uber|grubhub)\b/i
/** Below this share of gross revenue, identified payers are too few to stand for all. */
const IDENTIFIED_MIN = 0.05

/**
 * R12: shares among identified payers, that is without processors, marketplaces and deposits over
 * the counter; all null where hardly anything is left.
 */
export function getConcentration(ledger: Ledger, scope: Scope): Concentration {
  const key = `concentration:${toScopeKey(scope)}`
  return remember(ledger, key, () => computeConcentration(ledger, scope))
}

function computeConcentration(ledger: Ledger, scope: Scope): Concentration {
  const { amounts, total, unidentified } = sumByPayer(ledger, scope)
  const sources = [...amounts]
    .map(([name, { amount, isProcessor }]) => ({
      name,
      amount,
      share: amount / total,
      isProcessor,
    }))
    .sort((a, b) => b.amount - a.amount || (a.name < b.name ? -1 : 1))
  const payers = sources.filter(({ isProcessor }) => !isProcessor)
  const identified = sum(payers.map(({ amount }) => amount))
  const isKnown = identified > 0 && identified >= IDENTIFIED_MIN * total
  const shares = isKnown ? payers.map(({ amount }) => amount / identified) : []
  return {
    sources,
    unidentified,
    identified,
    settlementShare: computeRatio(total - unidentified - identified, total),
    top1: shares[0] ?? null,
    top5: isKnown ? sum(shares.slice(0, 5)) : null,
    hhi: isKnown ? sum(shares.map((share) => share ** 2)) : null,
  }
}

/** The rows that shares among identified payers are of. */
export function identifiedRows(ledger: Ledger, scope: Scope): number[] {
  const payers = new Set(
    getConcentration(ledger, scope)
      .sources.filter(({ isProcessor }) => !isProcessor)
      .map(({ name }) => name),
  )
  const rows: number[] = []
  forEachRevenueRow(ledger, scope, (row) => {
    const name = findPayer(ledger, row)
    if (name !== null && payers.has(name)) rows.push(row)
  })
  return rows
}

/** Who paid a row of revenue; null where the bank names nobody, as over the counter. */
export function findPayer(ledger: Ledger, row: number): string | null {
  return isOverCounter(ledger, row) ? null : findPartyName(ledger, row)
}

interface Payers {
  amounts: Map<string, { amount: Cents; isProcessor: boolean }>
  total: Cents
  unidentified: Cents
}

/** Revenue by the name of the payer; one row that was settled makes a name a processor. */
function sumByPayer(ledger: Ledger, scope: Scope): Payers {
  const { revenue } = ledger.columns
  const payers: Payers = { amounts: new Map(), total: 0, unidentified: 0 }
  forEachRevenueRow(ledger, scope, (row) => {
    const name = findPayer(ledger, row)
    const amount = revenue[row]!
    payers.total += amount
    if (name === null) {
      payers.unidentified += amount
      return
    }
    const known = payers.amounts.get(name) ?? { amount: 0, isProcessor: false }
    payers.amounts.set(name, known)
    known.amount += amount
    known.isProcessor ||= isSettled(ledger, row, name)
  })
  return payers
}

function isOverCounter(ledger: Ledger, row: number): boolean {
  return COUNTER.has(getPrimarySlug(labelAt(ledger, row)))
}

function isSettled(ledger: Ledger, row: number, name: string): boolean {
  if (SETTLED.has(getPrimarySlug(labelAt(ledger, row))) || SETTLING_NAME.test(name)) return true
  const { merchantId } = ledger.table.others[ledger.columns.other[row]!]!
  const groups = (merchantId === null ? undefined : ledger.merchantGroups.get(merchantId)) ?? []
  return groups.some((group) => SETTLING_GROUPS.includes(group))
}

/** R14: days with a true-revenue inflow, and the longest run of business days without one. */
export function revenueDays(ledger: Ledger, scope: Scope): { days: number; gapDays: number } {
  const days = new Set<number>()
  forEachRevenueRow(ledger, scope, (row) => days.add(ledger.columns.day[row]!))
  const { firstDay, coveredAccounts } = ledger.days
  let [run, gapDays] = [0, 0]
  for (let day = scope.startDay; day <= scope.endDay; day += 1) {
    if (!((coveredAccounts[day - firstDay] ?? 0) > 0) || days.has(day)) run = 0
    else if (isBusinessDay(dateOfDay(day))) run += 1
    gapDays = Math.max(gapDays, run)
  }
  return { days: days.size, gapDays }
}

/** Calls back with each row that counts in R2. */
export function forEachRevenueRow(
  ledger: Ledger,
  scope: Scope,
  visit: (row: number) => void,
): void {
  const { columns } = ledger
  const end = firstRowOn(columns, scope.endDay + 1)
  for (let row = firstRowOn(columns, scope.startDay); row < end; row += 1) {
    if (scope.account != null && columns.account[row] !== scope.account) continue
    if (columns.revenue[row]! !== 0) visit(row)
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
