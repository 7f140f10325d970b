import { medianOf } from '../arithmetic.ts'
import type { AnalyticsSettings } from '../settings.ts'
import { bitOf, classifyLabel, isLinkedReturn, isReturn, KIND, type Verdict } from './classify.ts'
import { countedRows, type Selection } from './counted.ts'
import type { RowTable } from './rows/row-table.ts'

/** The counted rows as columns, ascending by day, bank order within a day. */
export interface Columns {
  size: number
  /** Where the row stands in the table. */
  place: Uint32Array
  day: Int32Array
  /** Signed cents. Sums of doubles are exact below 2^53 cents. */
  amount: Float64Array
  /** Cents; NaN where none is printed. */
  balance: Float64Array
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
  /** Whether a person has corrected any of the rows. */
  hasOverrides: boolean
}

/**
 * Columns of the rows that count. Sums over them are the only arithmetic of the reports, so this is
 * where a row is decided: once for each label and sign, as rows that share both fare alike.
 */
export function toColumns(
  table: RowTable,
  selection: Selection,
  settings: AnalyticsSettings,
): Columns {
  const place = countedRows(table, selection)
  const columns = emptyColumns(place)
  const accounts = new Map([...selection.accounts.keys()].map((id, index) => [id, index]))
  const accountOf = table.labels.map(({ accountId }) => accounts.get(accountId) ?? 0)
  const verdicts = new Map<number, Verdict>()
  for (let row = 0; row < columns.size; row += 1) {
    const at = place[row]!
    const label = table.label[at]!
    const amount = table.amount[at]!
    const key = label * SIGNS + Math.sign(amount) + 1
    let verdict = verdicts.get(key)
    if (!verdict) verdicts.set(key, (verdict = classifyLabel(table.labels[label]!, amount, settings))) // prettier-ignore
    columns.day[row] = table.day[at]!
    columns.amount[row] = amount
    columns.balance[row] = table.balance[at]!
    columns.account[row] = accountOf[label]!
    columns.category[row] = verdict.category
    columns.line[row] = verdict.line
    columns.kinds[row] = verdict.kinds | ownKinds(table, at)
    columns.exclusion[row] = verdict.exclusion
    columns.revenue[row] = verdict.kinds & (1 << KIND.revenue) ? amount : 0
    columns.hasOverrides ||= verdict.isCorrected
  }
  markReturns(table, columns)
  capLargeDeposits(columns, settings.revenueFormula.largeDepositCapMultiple)
  return columns
}

/** An amount is negative, zero or positive. */
const SIGNS = 3

function emptyColumns(place: Uint32Array): Columns {
  const size = place.length
  return {
    size,
    place,
    day: new Int32Array(size),
    amount: new Float64Array(size),
    balance: new Float64Array(size),
    account: new Uint16Array(size),
    category: new Uint16Array(size),
    line: new Uint8Array(size),
    kinds: new Uint32Array(size),
    exclusion: new Uint8Array(size),
    revenue: new Float64Array(size),
    hasOverrides: false,
  }
}

function ownKinds({ balance, others, other }: RowTable, at: number): number {
  return (
    bitOf(KIND.hasMerchant, others[other[at]!]!.merchantName !== null) |
    bitOf(KIND.hasBalance, !Number.isNaN(balance[at]!))
  )
}

/**
 * A returned payment takes back what it paid, so it is netted by the kind of the debit it returns.
 * A debit that enrichment already moved out of the debt leaves has nothing to take back.
 */
function markReturns(table: RowTable, columns: Columns): void {
  const rowAt = new Int32Array(table.size).fill(-1)
  columns.place.forEach((place, row) => (rowAt[place] = row))
  const before = columns.kinds.slice()
  for (let row = 0; row < columns.size; row += 1) {
    const at = columns.place[row]!
    const isLinked = isLinkedReturn(table.labels[table.label[at]!]!)
    if (columns.amount[row]! <= 0 || !(isLinked || isReturn(columns.category[row]!))) continue
    const debit = table.match[at]! < 0 ? -1 : rowAt[table.match[at]!]!
    const kinds = debit < 0 ? null : before[debit]!
    if (isLinked) columns.kinds[row]! |= 1 << KIND.returnedMcaPayment
    if (hasKind(kinds, KIND.debtService, isLinked)) columns.kinds[row]! |= 1 << KIND.debtReturn
    if (hasKind(kinds, KIND.mcaPayment, isLinked)) columns.kinds[row]! |= 1 << KIND.mcaReturn
  }
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
