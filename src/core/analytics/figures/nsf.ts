import { remember, type Ledger } from '../ledger.ts'
import { addBusinessDays } from '../../values/days/business-days.ts'
import { dateOfDay, dayNumber } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type { FeeKind } from '../../values/transaction.ts'
import { categoryIndex } from '../ledger/classify.ts'
import { labelAt, rowAt } from '../ledger/rows/select.ts'
import type { Scope } from '../window.ts'
import { coveredDays } from './quality.ts'
import { DAYS_PER_MONTH } from './monthly.ts'

/** A fee row or a return without a fee, and how many items it stands for (formulas N3). */
export interface NsfEvent {
  row: number
  day: number
  account: number
  kind: 'nsf' | 'overdraft' | 'returned_item' | 'extended'
  /** Items after refunds; 0 when the bank took the fee back. */
  count: number
  /** The fee of one item; 0 for a return without a fee. */
  unit: Cents
}

/** NSF figures of a scope (formulas section 5). */
export interface NsfFigures {
  nsfCount: number
  overdraftCount: number
  returnedItemCount: number
  nsfOverdraftCount: number
  nsfDays: number
  /** Fees charged less fees refunded, in positive cents. */
  fees: Cents
  returnedDepositCount: number
  overdraftTransferCount: number
  extendedOverdraftFeeCount: number
  /** N12: items per mean month of covered days; null when nothing is covered. */
  monthlyRate: number | null
}

const REFUND_WINDOW_DAYS = 30
/** EXTENDED OVERDRAFT FEE, CONTINUOUS OD CHARGE, SUSTAINED OVERDRAFT FEE (formulas N13) */
const EXTENDED_FEE = /\b(EXTENDED|CONTINUOUS|CONTINUED|SUSTAINED)\b/i

/**
 * The unit fee of fees of one account and kind (formulas N2). Candidates are 25.00 to 60.00 in
 * steps of 0.50 that divide every fee: the smallest fee if it is one, else the largest of them.
 * A smallest fee of 5.00 to 24.99 is its own unit. Null when there is none.
 */
export function unitFee(fees: readonly Cents[]): Cents | null {
  if (fees.length === 0) return null
  const smallest = fees.reduce((least, fee) => Math.min(least, fee))
  const divides = (unit: Cents): boolean => fees.every((fee) => fee % unit === 0)
  if (smallest >= 5_00 && smallest < 25_00) return smallest
  const isStep = smallest >= 25_00 && smallest <= 60_00 && smallest % 50 === 0
  if (isStep && divides(smallest)) return smallest
  for (let unit = 60_00; unit >= 25_00; unit -= 50) if (divides(unit)) return unit
  return null
}

/** Items of one fee row: how often the unit fits, or one (formulas N3). */
export function countItems(fee: Cents, unit: Cents | null): number {
  return unit !== null && fee % unit === 0 ? fee / unit : 1
}

/** Every fee and return of the ledger, oldest first, refunds taken off (formulas N1 to N6). */
export function nsfEvents(ledger: Ledger): NsfEvent[] {
  return remember(ledger, 'nsf', () => {
    const fees = feeEvents(ledger)
    applyRefunds(ledger, fees)
    const events = [...fees, ...lonelyReturns(ledger, fees)]
    return events.sort((a, b) => a.day - b.day || a.row - b.row)
  })
}

/** Rows whose primary category is a leaf; a refund is one of the fees' leaf. */
export function rowsWithSlug(ledger: Ledger, slug: string): number[] {
  return remember(ledger, `slug:${slug}`, () => {
    const { category, size } = ledger.columns
    const wanted = categoryIndex(slug, 0)
    const found: number[] = []
    for (let row = 0; row < size; row += 1) if (category[row] === wanted) found.push(row)
    return found
  })
}

/** N4 to N10, N12 and N13 of a scope. */
export function computeNsfFigures(ledger: Ledger, scope: Scope): NsfFigures {
  const events = nsfEvents(ledger).filter((event) => isInside(event, scope))
  const countByKind = (kind: NsfEvent['kind']): number =>
    events.reduce((sum, event) => (event.kind === kind ? sum + event.count : sum), 0)
  const [nsfCount, overdraftCount] = [countByKind('nsf'), countByKind('overdraft')]
  const returnedItemCount = countByKind('returned_item')
  const counted = events.filter(({ kind, count }) => kind !== 'extended' && count > 0)
  const nsfOverdraftCount = nsfCount + overdraftCount + returnedItemCount
  const days = coveredDays(ledger, scope)
  const inScope = (slug: string): number[] =>
    rowsWithSlug(ledger, slug).filter((row) => isInside(locateRow(ledger, row), scope))
  return {
    nsfCount,
    overdraftCount,
    returnedItemCount,
    nsfOverdraftCount,
    nsfDays: new Set(counted.map(({ day }) => day)).size,
    fees: inScope('fees.nsf_overdraft').reduce((sum, row) => sum - ledger.columns.amount[row]!, 0),
    returnedDepositCount: inScope('returns.returned_deposit').length,
    overdraftTransferCount: inScope('transfers.overdraft_protection').length,
    extendedOverdraftFeeCount: countByKind('extended'),
    monthlyRate: days === 0 ? null : (nsfOverdraftCount / days) * DAYS_PER_MONTH,
  }
}

/** The unit fee of each account and fee kind, `null` where the fees have none. */
function findUnitFees(ledger: Ledger, rows: readonly number[]): Map<string, Cents | null> {
  const fees = Map.groupBy(rows, (row) => unitKey(ledger, row))
  const toAmounts = (own: readonly number[]): Cents[] =>
    own.map((row) => -ledger.columns.amount[row]!)
  return new Map([...fees].map(([key, own]) => [key, unitFee(toAmounts(own))]))
}

function unitKey(ledger: Ledger, row: number): string {
  return `${ledger.columns.account[row]}:${labelAt(ledger, row).feeKind ?? 'ambiguous'}`
}

function feeEvents(ledger: Ledger): NsfEvent[] {
  const fees = rowsWithSlug(ledger, 'fees.nsf_overdraft').filter(
    (row) => ledger.columns.amount[row]! < 0,
  )
  const regular = fees.filter((row) => !EXTENDED_FEE.test(rowAt(ledger, row).description))
  const units = findUnitFees(ledger, regular)
  return fees.map((row) => {
    const { amount, feeKind, description } = rowAt(ledger, row)
    const isExtended = EXTENDED_FEE.test(description)
    const count = isExtended ? 1 : countItems(-amount, units.get(unitKey(ledger, row)) ?? null)
    const kind = isExtended ? 'extended' : classifyFee(feeKind)
    return { ...locateRow(ledger, row), row, kind, count, unit: -amount / count }
  })
}

/** N4: an ambiguous fee counts as NSF. */
function classifyFee(feeKind: FeeKind | null): 'nsf' | 'overdraft' | 'returned_item' {
  return feeKind === 'overdraft' || feeKind === 'returned_item' ? feeKind : 'nsf'
}

/**
 * A refund takes items off the latest fees of its account in the 30 days before it, first off those
 * of the kind that its words name (N4).
 */
function applyRefunds(ledger: Ledger, fees: readonly NsfEvent[]): void {
  const latestFirst = fees.toReversed()
  for (const row of rowsWithSlug(ledger, 'fees.nsf_overdraft')) {
    let left = ledger.columns.amount[row]!
    const { day, account } = locateRow(ledger, row)
    const kind = classifyFee(labelAt(ledger, row).feeKind)
    const [alike, others] = [true, false].map((isAlike) =>
      latestFirst.filter((fee) => (fee.kind === kind) === isAlike),
    )
    for (const fee of left > 0 ? [...alike!, ...others!] : []) {
      if (left <= 0) break
      if (day - fee.day > REFUND_WINDOW_DAYS) continue
      if (fee.account !== account || fee.day > day || fee.count === 0) continue
      const items = Math.min(fee.count, Math.floor(left / fee.unit))
      fee.count -= items
      left -= items * fee.unit
    }
  }
}

/**
 * Returned debits without a fee on the same or the next business day (N6). One fee item stands for
 * for one return, so that an item with both counts once (N7).
 */
function lonelyReturns(ledger: Ledger, fees: readonly NsfEvent[]): NsfEvent[] {
  const unused = new Map<string, number>()
  for (const { kind, account, day, count } of fees) {
    const key = `${account}:${day}`
    if (kind !== 'extended') unused.set(key, (unused.get(key) ?? 0) + count)
  }
  const events: NsfEvent[] = []
  for (const row of rowsWithSlug(ledger, 'returns.returned_debit')) {
    const { day, account } = locateRow(ledger, row)
    const nextDay = dayNumber(addBusinessDays(dateOfDay(day), 1))
    const keys = [`${account}:${day}`, `${account}:${nextDay}`]
    const key = keys.find((each) => (unused.get(each) ?? 0) > 0)
    if (key) unused.set(key, unused.get(key)! - 1)
    else events.push({ day, account, row, kind: 'returned_item', count: 1, unit: 0 })
  }
  return events
}

function locateRow(ledger: Ledger, row: number): { day: number; account: number } {
  return { day: ledger.columns.day[row]!, account: ledger.columns.account[row]! }
}

/** Whether a day of an account lies in a scope. */
export function isInside(place: { day: number; account: number }, scope: Scope): boolean {
  return (
    place.day >= scope.startDay &&
    place.day <= scope.endDay &&
    (scope.account == null || scope.account === place.account)
  )
}
