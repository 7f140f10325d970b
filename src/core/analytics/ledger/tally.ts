import { firstAtLeast } from '../arithmetic.ts'
import { CATEGORIES } from '../../values/categories.ts'
import type { Cents } from '../../values/money.ts'
import type { Scope } from '../window.ts'
import { EXCLUSION_REASONS, KIND, KIND_COUNT, NO_EXCLUSION, type Kind } from './classify.ts'
import type { RowClass } from './classes.ts'
import type { Columns } from './columns.ts'
import { LEAF_LINES, lineIndex } from './lines.ts'

/** Evidence lists at most this many ids (resources 9.0). */
export const EVIDENCE_LIMIT = 50

const ONE_OFF_LINE = lineIndex('other_income.one_off')

/** Everything that is a sum over the rows of a scope, from one pass. Amounts are cents. */
export interface Tally {
  rowCount: number
  /** Sum and count by `KIND`; sums keep the sign of the rows. */
  kindSum: Float64Array
  kindCount: Uint32Array
  /** By index into `CATEGORIES`; outflow is positive. */
  inflow: Float64Array
  outflow: Float64Array
  inflowCount: Uint32Array
  outflowCount: Uint32Array
  /** By index into `LEAF_LINES`, signed like the rows. */
  lineSum: Float64Array
  lineCount: Uint32Array
  /** R2 with its cap. */
  grossRevenue: Cents
  /** Rows that count in it. */
  revenueCount: number
  /** Non-revenue deposits by index into `EXCLUSION_REASONS`. */
  excluded: Float64Array
  absoluteSum: number
  /** Sum of absolute amounts by `KIND`. */
  kindAbsolute: Float64Array
}

/** Position of the first row on or after a day. */
export function firstRowOn(columns: Columns, day: number): number {
  return firstAtLeast(columns.day, day, columns.size)
}

/** Sums over the rows of a scope; zero of nothing, and the caller decides what that means. */
export function tallyRows(columns: Columns, scope: Scope): Tally {
  const tally = emptyTally()
  const flows = sumByClass(columns, scope)
  columns.classes.forEach((own, index) => {
    if (flows.count[index]! > 0) addClass(tally, own, { index, flows })
  })
  return tally
}

/** The first rows of each line in a scope, by index into `LEAF_LINES`, as evidence. */
export function firstRowsOfLines(columns: Columns, scope: Scope): number[][] {
  const found: number[][] = LEAF_LINES.map(() => [])
  const account = scope.account ?? -1
  const end = firstRowOn(columns, scope.endDay + 1)
  for (let row = firstRowOn(columns, scope.startDay); row < end; row += 1) {
    const rows = found[columns.line[row]!]!
    if (rows.length < EVIDENCE_LIMIT && (account < 0 || columns.account[row] === account))
      rows.push(row)
  }
  return found
}

/** Signed sum over the rows of a kind. */
export function kindSum(tally: Tally, kind: Kind): Cents {
  return tally.kindSum[kind]! + 0
}

/** How many rows are of a kind. */
export function kindCount(tally: Tally, kind: Kind): number {
  return tally.kindCount[kind]!
}

function emptyTally(): Tally {
  return {
    rowCount: 0,
    kindSum: new Float64Array(KIND_COUNT),
    kindCount: new Uint32Array(KIND_COUNT),
    kindAbsolute: new Float64Array(KIND_COUNT),
    inflow: new Float64Array(CATEGORIES.length),
    outflow: new Float64Array(CATEGORIES.length),
    inflowCount: new Uint32Array(CATEGORIES.length),
    outflowCount: new Uint32Array(CATEGORIES.length),
    lineSum: new Float64Array(LEAF_LINES.length),
    lineCount: new Uint32Array(LEAF_LINES.length),
    grossRevenue: 0,
    revenueCount: 0,
    excluded: new Float64Array(EXCLUSION_REASONS.length),
    absoluteSum: 0,
  }
}

/** By index into the classes of the columns. */
interface Flows {
  count: Uint32Array
  sum: Float64Array
  revenue: Float64Array
  revenueCount: Uint32Array
  /** What a cap took from rows that are revenue. */
  cut: Float64Array
}

function sumByClass(columns: Columns, scope: Scope): Flows {
  const { length } = columns.classes
  const [count, revenueCount] = [new Uint32Array(length), new Uint32Array(length)]
  const [sum, revenue, cut] = [
    new Float64Array(length),
    new Float64Array(length),
    new Float64Array(length),
  ]
  const account = scope.account ?? -1
  const end = firstRowOn(columns, scope.endDay + 1)
  for (let row = firstRowOn(columns, scope.startDay); row < end; row += 1) {
    if (account >= 0 && columns.account[row] !== account) continue
    const own = columns.class[row]!
    const counted = columns.revenue[row]!
    count[own]! += 1
    sum[own]! += columns.amount[row]!
    if (counted === 0) continue
    revenueCount[own]! += 1
    revenue[own]! += counted
    cut[own]! += columns.amount[row]! - counted
  }
  return { count, sum, revenue, revenueCount, cut }
}

/** The rows of a class have one sign, so their sum is as large as that of their sizes. */
function addClass(
  tally: Tally,
  own: RowClass,
  { index, flows }: { index: number; flows: Flows },
): void {
  const [count, sum] = [flows.count[index]!, flows.sum[index]!]
  tally.rowCount += count
  tally.absoluteSum += Math.abs(sum)
  if (own.isInflow) {
    tally.inflow[own.category]! += sum
    tally.inflowCount[own.category]! += count
  } else {
    tally.outflow[own.category]! -= sum
    tally.outflowCount[own.category]! += count
  }
  for (let left = own.kinds; left !== 0; left &= left - 1) {
    const kind = 31 - Math.clz32(left & -left)
    tally.kindSum[kind]! += sum
    tally.kindAbsolute[kind]! += Math.abs(sum)
    tally.kindCount[kind]! += count
  }
  tally.lineCount[own.line]! += count
  tally.revenueCount += flows.revenueCount[index]!
  addRevenue(tally, own, { sum, revenue: flows.revenue[index]!, cut: flows.cut[index]! })
}

/** The cut part of a capped deposit is excluded income; without a cap it is zero. */
function addRevenue(
  tally: Tally,
  { line, kinds, exclusion }: RowClass,
  { sum, revenue, cut }: { sum: number; revenue: number; cut: number },
): void {
  const isDeposit = ((kinds >>> KIND.deposit) & 1) === 1
  if (exclusion !== NO_EXCLUSION && isDeposit) tally.excluded[exclusion]! += sum
  tally.grossRevenue += revenue
  tally.lineSum[line]! += sum - cut
  tally.lineSum[ONE_OFF_LINE]! += cut
  tally.excluded[EXCLUSION_REASONS.length - 1]! += cut
}
