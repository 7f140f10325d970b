import { firstAtLeast } from '../arithmetic.ts'
import { CATEGORIES } from '../../values/categories.ts'
import type { Cents } from '../../values/money.ts'
import type { Scope } from '../window.ts'
import { EXCLUSION_REASONS, KIND, KIND_COUNT, NO_EXCLUSION, type Kind } from './classify.ts'
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
  /** First rows of each line, as evidence. */
  lineRows: number[][]
  /** R2 with its cap. */
  grossRevenue: Cents
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
  const account = scope.account ?? -1
  const end = firstRowOn(columns, scope.endDay + 1)
  for (let row = firstRowOn(columns, scope.startDay); row < end; row += 1) {
    if (account < 0 || columns.account[row] === account) addRow(tally, columns, row)
  }
  return tally
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
    lineRows: LEAF_LINES.map(() => []),
    grossRevenue: 0,
    excluded: new Float64Array(EXCLUSION_REASONS.length),
    absoluteSum: 0,
  }
}

function addRow(tally: Tally, columns: Columns, row: number): void {
  const amount = columns.amount[row]!
  const category = columns.category[row]!
  tally.rowCount += 1
  tally.absoluteSum += Math.abs(amount)
  if (amount >= 0) {
    tally.inflow[category]! += amount
    tally.inflowCount[category]! += 1
  } else {
    tally.outflow[category]! -= amount
    tally.outflowCount[category]! += 1
  }
  addKinds(tally, columns.kinds[row]!, amount)
  addLine(tally, columns, row)
}

function addKinds(tally: Tally, kinds: number, amount: number): void {
  for (let left = kinds; left !== 0; left &= left - 1) {
    const kind = 31 - Math.clz32(left & -left)
    tally.kindSum[kind]! += amount
    tally.kindAbsolute[kind]! += Math.abs(amount)
    tally.kindCount[kind]! += 1
  }
}

/** The cut part of a capped deposit is excluded income; without a cap it is zero. */
function addLine(tally: Tally, columns: Columns, row: number): void {
  const amount = columns.amount[row]!
  const line = columns.line[row]!
  const revenue = columns.revenue[row]!
  tally.lineCount[line]! += 1
  if (tally.lineRows[line]!.length < EVIDENCE_LIMIT) tally.lineRows[line]!.push(row)
  if (revenue === 0) {
    tally.lineSum[line]! += amount
    const reason = columns.exclusion[row]!
    const isDeposit = (columns.kinds[row]! >>> KIND.deposit) & 1
    if (reason !== NO_EXCLUSION && isDeposit) tally.excluded[reason]! += amount
    return
  }
  tally.grossRevenue += revenue
  tally.lineSum[line]! += revenue
  tally.lineSum[ONE_OFF_LINE]! += amount - revenue
  tally.excluded[EXCLUSION_REASONS.length - 1]! += amount - revenue
}
