import { computeDeviation, computeMean, computeMedian } from '../arithmetic.ts'
import { CATEGORIES } from '../../values/categories.ts'
import { monthOfDay } from '../../values/dates.ts'
import type { Channel } from '../../values/transaction.ts'
import { remember, getTally, type Ledger } from '../ledger.ts'
import { KIND, type Kind } from '../ledger/classify.ts'
import { labelAt } from '../ledger/rows/select.ts'
import { firstRowOn } from '../ledger/tally.ts'
import { type Scope, toScopeKey } from '../window.ts'
import { forEachRevenueRow } from './revenue-figures.ts'
import { monthlyMean, type MonthlyMean } from './monthly.ts'

/** Deposit figures of a scope, amounts in cents (formulas D1 to D6). */
export interface DepositFigures {
  count: number
  revenueCount: number
  days: number
  average: number | null
  median: number | null
  /** D5: revenue deposits above 1.5 times the average of their account. */
  largeCount: number
  /** Above twice the average. */
  doubleCount: number
  /** Above the mean plus three standard deviations. */
  outlierCount: number
  /** D6: largest single revenue inflow over the gross revenue of its month. */
  maxShare: number | null
}

/** D1 to D6 of a scope. */
export function computeDepositFigures(ledger: Ledger, scope: Scope): DepositFigures {
  return remember(ledger, `deposits:${toScopeKey(scope)}`, () => {
    const rows = selectByKind(ledger, scope, KIND.countedDeposit)
    const amounts = rows.map((row) => ledger.columns.amount[row]!)
    const days = new Set(rows.map((row) => ledger.columns.day[row]!))
    return {
      count: rows.length,
      days: days.size,
      average: computeMean(amounts),
      median: computeMedian(amounts),
      ...computeRevenueDeposits(ledger, scope),
    }
  })
}

/** D9: D1 per month. */
export function monthlyDepositCount(ledger: Ledger, scope: Scope): MonthlyMean {
  return monthlyMean(
    ledger,
    scope,
    (month) => getTally(ledger, month).kindCount[KIND.countedDeposit]!,
  )
}

/** Rows of a scope that are of a kind, oldest first. */
export function selectByKind(ledger: Ledger, scope: Scope, kind: Kind): number[] {
  const { columns } = ledger
  const rows: number[] = []
  const end = firstRowOn(columns, scope.endDay + 1)
  for (let row = firstRowOn(columns, scope.startDay); row < end; row += 1) {
    if (scope.account != null && columns.account[row] !== scope.account) continue
    if ((columns.kinds[row]! >>> kind) & 1) rows.push(row)
  }
  return rows
}

/** How deposits came in (formulas D10). */
export type DepositChannel = 'cash' | 'check' | 'card' | 'ach' | 'wire' | 'p2p' | 'other'

/** The channel words of the deposit mix; a channel that is not listed is `other`. */
const MIX_OF_CHANNEL: Partial<Record<Channel, DepositChannel>> = {
  cash: 'cash',
  check: 'check',
  card: 'card',
  ach: 'ach',
  wire: 'wire',
  p2p: 'p2p',
}

/** Leaves that identify the deposit channel better than the channel of the row. */
const MIX_OF_SLUG: Record<string, DepositChannel> = {
  'revenue.card_settlement': 'card',
  'revenue.cash_deposit': 'cash',
  'revenue.check_deposit': 'check',
  'revenue.wire_customer': 'wire',
  'revenue.p2p_business': 'p2p',
  'revenue.ach_customer': 'ach',
  'transfers.wire': 'wire',
  'transfers.p2p': 'p2p',
}

const MIX_OF_CATEGORY = CATEGORIES.map(({ slug }) => MIX_OF_SLUG[slug] ?? null)

/** The channel of a deposit in the mix of D10. */
export function depositChannel(ledger: Ledger, row: number): DepositChannel {
  const known = MIX_OF_CATEGORY[ledger.columns.category[row]!]
  return known ?? MIX_OF_CHANNEL[labelAt(ledger, row).channel] ?? 'other'
}

/** Sum and count of the deposits (R1) of a scope by channel; every channel is present. */
export function depositMix(
  ledger: Ledger,
  scope: Scope,
): Record<DepositChannel, { amount: number; count: number }> {
  return remember(ledger, `mix:${toScopeKey(scope)}`, () => {
    const zero = (): { amount: number; count: number } => ({ amount: 0, count: 0 })
    const mix: Record<DepositChannel, { amount: number; count: number }> = {
      cash: zero(),
      check: zero(),
      card: zero(),
      ach: zero(),
      wire: zero(),
      p2p: zero(),
      other: zero(),
    }
    for (const row of selectByKind(ledger, scope, KIND.deposit)) {
      const entry = mix[depositChannel(ledger, row)]
      entry.amount += ledger.columns.amount[row]!
      entry.count += 1
    }
    return mix
  })
}

/** D5: the revenue deposits above 1.5 times the average of their account, oldest first. */
export function largeDeposits(ledger: Ledger, scope: Scope): number[] {
  const { account, revenue } = ledger.columns
  const rows: number[] = []
  forEachRevenueRow(ledger, scope, (row) => rows.push(row))
  const means = new Map(
    [...Map.groupBy(rows, (row) => account[row]!)].map(([own, of]) => [
      own,
      computeMean(of.map((row) => revenue[row]!))!,
    ]),
  )
  return rows.filter((row) => revenue[row]! > LARGE_FACTOR * means.get(account[row]!)!)
}

/** What makes a deposit large, over the average of its account (formulas D5). */
const LARGE_FACTOR = 1.5

function computeRevenueDeposits(
  ledger: Ledger,
  scope: Scope,
): Omit<DepositFigures, 'count' | 'days' | 'average' | 'median'> {
  const byAccount = new Map<number, number[]>()
  const byMonth = new Map<string, number>()
  let largest = { amount: 0, month: '' }
  forEachRevenueRow(ledger, scope, (row) => {
    const amount = ledger.columns.revenue[row]!
    const account = ledger.columns.account[row]!
    const month = monthOfDay(ledger.columns.day[row]!)
    const amounts = byAccount.get(account)
    if (amounts) amounts.push(amount)
    else byAccount.set(account, [amount])
    byMonth.set(month, (byMonth.get(month) ?? 0) + amount)
    if (amount > largest.amount) largest = { amount, month }
  })
  const counts = { largeCount: 0, doubleCount: 0, outlierCount: 0 }
  for (const amounts of byAccount.values()) {
    const mean = computeMean(amounts)!
    const limit = mean + 3 * computeDeviation(amounts)!
    counts.largeCount += amounts.filter((amount) => amount > LARGE_FACTOR * mean).length
    counts.doubleCount += amounts.filter((amount) => amount > 2 * mean).length
    counts.outlierCount += amounts.filter((amount) => amount > limit).length
  }
  const revenueCount = [...byAccount.values()].reduce((sum, { length }) => sum + length, 0)
  const ofMonth = byMonth.get(largest.month)
  return { revenueCount, ...counts, maxShare: ofMonth ? largest.amount / ofMonth : null }
}
