import { CATEGORIES } from '../../values/categories.ts'
import { dayNumber } from '../../values/dates.ts'
import type { EnrichedTransaction } from '../../values/transaction.ts'
import { medianOf } from '../arithmetic.ts'
import type { AnalyticsSettings } from '../settings.ts'
import { classifyRow, KIND } from './classify.ts'

/** The counted rows as columns, ascending by day, bank order within a day. */
export interface Columns {
  size: number
  day: Int32Array
  /** Signed cents. Sums of doubles are exact below 2^53 cents. */
  amount: Float64Array
  /** Index into the accounts of the ledger. */
  account: Uint16Array
  /** Index into `CATEGORIES`. */
  category: Uint16Array
  /** Index into `LEAF_LINES`. */
  line: Uint8Array
  /** One bit per `KIND`. */
  kinds: Uint32Array
  /** Index into `EXCLUSION_REASONS`, or `NO_EXCLUSION`. */
  exclusion: Uint8Array
  /** The cents of the row that count as revenue: all of it unless a cap cuts a large deposit. */
  revenue: Float64Array
}

/**
 * Columns of rows that are sorted by date already. `accountOf` gives the account number of a row.
 * Sums over them are the only arithmetic of the reports, so this is where a row is decided.
 */
export function toColumns(
  rows: readonly EnrichedTransaction[],
  accountOf: (row: EnrichedTransaction) => number,
  settings: AnalyticsSettings,
): Columns {
  const columns = emptyColumns(rows.length)
  const days = new Map<string, number>()
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]!
    const verdict = classifyRow(row, settings)
    let day = days.get(row.date)
    if (day === undefined) days.set(row.date, (day = dayNumber(row.date)))
    columns.day[index] = day
    columns.amount[index] = row.amount
    columns.account[index] = accountOf(row)
    columns.category[index] = verdict.category
    columns.line[index] = verdict.line
    columns.kinds[index] = verdict.kinds
    columns.exclusion[index] = verdict.exclusion
    columns.revenue[index] = verdict.kinds & (1 << KIND.revenue) ? row.amount : 0
  }
  markReturns(rows, columns)
  capLargeDeposits(columns, settings.revenueFormula.largeDepositCapMultiple)
  return columns
}

function emptyColumns(size: number): Columns {
  return {
    size,
    day: new Int32Array(size),
    amount: new Float64Array(size),
    account: new Uint16Array(size),
    category: new Uint16Array(size),
    line: new Uint8Array(size),
    kinds: new Uint32Array(size),
    exclusion: new Uint8Array(size),
    revenue: new Float64Array(size),
  }
}

/**
 * A returned payment takes back what it paid, so it is netted by the kind of the debit it returns.
 * A debit that enrichment already moved out of the debt leaves has nothing to take back.
 */
function markReturns(rows: readonly EnrichedTransaction[], columns: Columns): void {
  const returns: number[] = []
  const kindsById = new Map<string, number | null>()
  rows.forEach((row, index) => {
    const isReturn = CATEGORIES[columns.category[index]!]!.parentSlug === 'returns'
    if (row.amount <= 0 || !(isReturn || isLinkedReturn(row))) return
    returns.push(index)
    if (row.matchedTransactionId !== null) kindsById.set(row.matchedTransactionId, null)
  })
  if (kindsById.size > 0) {
    rows.forEach(({ id }, index) => {
      if (kindsById.has(id)) kindsById.set(id, columns.kinds[index]!)
    })
  }
  for (const index of returns) {
    const row = rows[index]!
    const isLinked = isLinkedReturn(row)
    const kinds = kindsById.get(row.matchedTransactionId ?? '') ?? null
    if (isLinked) columns.kinds[index]! |= 1 << KIND.returnedMcaPayment
    if (hasKind(kinds, KIND.debtService, isLinked)) columns.kinds[index]! |= 1 << KIND.debtReturn
    if (hasKind(kinds, KIND.mcaPayment, isLinked)) columns.kinds[index]! |= 1 << KIND.mcaReturn
  }
}

function isLinkedReturn(row: EnrichedTransaction): boolean {
  return row.positionRole === 'return' || row.flags.includes('returned_mca_payment')
}

function hasKind(kinds: number | null, kind: number, otherwise: boolean): boolean {
  return kinds === null ? otherwise : (kinds & (1 << kind)) !== 0
}

/** `large_deposit_cap_multiple` (formulas section 3), by the median revenue row of the account. */
function capLargeDeposits(columns: Columns, multiple: number | null): void {
  if (multiple === null) return
  const byAccount = new Map<number, number[]>()
  for (let index = 0; index < columns.size; index += 1) {
    if (columns.revenue[index] === 0) continue
    const account = columns.account[index]!
    const amounts = byAccount.get(account) ?? []
    byAccount.set(account, amounts)
    amounts.push(columns.revenue[index]!)
  }
  const caps = new Map([...byAccount].map(([key, amounts]) => [key, medianOf(amounts)! * multiple]))
  for (let index = 0; index < columns.size; index += 1) {
    const cap = caps.get(columns.account[index]!) ?? Infinity
    if (columns.revenue[index]! > cap) columns.revenue[index] = Math.round(cap)
  }
}
