import { firstAtLeast, computeMedian } from '../arithmetic.ts'
import type { AnalyticsSettings } from '../settings.ts'
import { buildClasses, type Classes, type RowClass } from './classes.ts'
import { toKindBit, KIND } from './classify.ts'
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
  /** Index into the labels of the table. */
  label: Uint32Array
  /** Index into the other sides of the table. */
  other: Uint32Array
  /** Index into the accounts of the ledger. */
  account: Uint16Array
  /** Index into `classes`. */
  class: Uint32Array
  classes: readonly RowClass[]
  /** Index into `CATEGORIES`. */
  category: Uint16Array
  /** Index into `LEAF_LINES`. */
  line: Uint8Array
  /** One bit per `KIND`. */
  kinds: Uint32Array
  /** The cents of the row that count as revenue: all of it unless a cap cuts a large deposit. */
  revenue: Float64Array
}

/** Why a row is no revenue: index into `EXCLUSION_REASONS`, or `NO_EXCLUSION`. */
export function getExclusion(columns: Columns, row: number): number {
  return columns.classes[columns.class[row]!]!.exclusion
}

/**
 * Columns of the rows that count. Sums over them are the only arithmetic of the reports, so this is
 * where a row is decided.
 */
export function toColumns(
  table: RowTable,
  selection: Selection,
  settings: AnalyticsSettings,
): Columns {
  const place = countedRows(table, selection)
  const classes = buildClasses(table, settings)
  const accounts = new Map([...selection.accounts.keys()].map((id, index) => [id, index]))
  const accountOf = Uint16Array.from(table.labels, ({ accountId }) => accounts.get(accountId) ?? 0)
  const columns = emptyColumns(withReturns(table, place, classes), { place, classes: classes.list })
  const { day, amount, balance, label, other, account } = columns
  for (let row = 0; row < place.length; row += 1) {
    const at = place[row]!
    day[row] = table.day[at]!
    amount[row] = table.amount[at]!
    balance[row] = table.balance[at]!
    label[row] = table.label[at]!
    other[row] = table.other[at]!
    account[row] = accountOf[label[row]!]!
  }
  fillFromClasses(columns)
  capLargeDeposits(columns, settings.revenueFormula.largeDepositCapMultiple)
  return columns
}

function emptyColumns(own: Uint32Array, known: Pick<Columns, 'place' | 'classes'>): Columns {
  const size = own.length
  return {
    ...known,
    size,
    class: own,
    day: new Int32Array(size),
    amount: new Float64Array(size),
    balance: new Float64Array(size),
    label: new Uint32Array(size),
    other: new Uint32Array(size),
    account: new Uint16Array(size),
    category: new Uint16Array(size),
    line: new Uint8Array(size),
    kinds: new Uint32Array(size),
    revenue: new Float64Array(size),
  }
}

function fillFromClasses(columns: Columns): void {
  const categories = Uint16Array.from(columns.classes, (one) => one.category)
  const lines = Uint8Array.from(columns.classes, (one) => one.line)
  const allKinds = Uint32Array.from(columns.classes, (one) => one.kinds)
  const { category, line, kinds, revenue, amount } = columns
  for (let row = 0; row < columns.size; row += 1) {
    const own = columns.class[row]!
    category[row] = categories[own]!
    line[row] = lines[own]!
    kinds[row] = allKinds[own]!
    if ((allKinds[own]! & (1 << KIND.revenue)) !== 0) revenue[row] = amount[row]!
  }
}

/**
 * A returned payment takes back what it paid, so it is netted by the kind of the debit it returns.
 * A debit that enrichment already moved out of the debt leaves has nothing to take back.
 */
function withReturns({ match }: RowTable, place: Uint32Array, classes: Classes): Uint32Array {
  const before = classes.of(place)
  const after = before.slice()
  for (let row = 0; row < place.length; row += 1) {
    const { isReturn, isLinked } = classes.list[before[row]!]!
    if (!isReturn) continue
    const debit = rowAtPlace(place, match[place[row]!]!)
    const kinds = debit === null ? null : classes.list[before[debit]!]!.kinds
    const added =
      toKindBit(KIND.returnedMcaPayment, isLinked) |
      toKindBit(KIND.debtReturn, hasKind(kinds, KIND.debtService, isLinked)) |
      toKindBit(KIND.mcaReturn, hasKind(kinds, KIND.mcaPayment, isLinked))
    after[row] = classes.with(before[row]!, added)
  }
  return after
}

/** The row that stands at a place of the table; null when it does not count. */
function rowAtPlace(place: Uint32Array, wanted: number): number | null {
  const row = wanted < 0 ? place.length : firstAtLeast(place, wanted)
  return place[row] === wanted ? row : null
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
  const caps = new Map(
    [...byAccount].map(([key, amounts]) => [key, computeMedian(amounts)! * multiple]),
  )
  for (let index = 0; index < columns.size; index += 1) {
    const cap = caps.get(columns.account[index]!) ?? Infinity
    if (columns.revenue[index]! > cap) columns.revenue[index] = Math.round(cap)
  }
}
