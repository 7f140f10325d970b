import type { Transaction } from '../../../../../clients/typescript/src/index.ts'

export type MarkKind = 'advance' | 'payment' | 'return' | 'fee' | 'missed'

/** One thing that happened to an advance on a day. */
export interface PaymentMark {
  kind: MarkKind
  date: string
  /** Without its sign; null for a payment that did not come. */
  amount: number | null
  /** The row, for the way to its page; null for a payment that did not come. */
  row: Transaction | null
}

const KINDS = new Set<string>(['advance', 'payment', 'return', 'fee'])

/** Rows and missed days of an advance as one list by day. */
export function listMarks(rows: readonly Transaction[], missed: readonly string[]): PaymentMark[] {
  const found = rows.map((row) => ({
    kind: KINDS.has(row.position_role ?? '') ? (row.position_role as MarkKind) : 'payment',
    date: row.date,
    amount: Math.abs(row.amount),
    row,
  }))
  const gaps = missed.map((date) => ({ kind: 'missed' as const, date, amount: null, row: null }))
  return [...found, ...gaps].toSorted((one, other) => one.date.localeCompare(other.date))
}

const RADIUS_MIN = 2.5
const RADIUS_MAX = 7

/** The area of a dot is as its amount; an advance is drawn as a triangle and is left out. */
export function radiusFor(amount: number | null, highest: number): number {
  if (amount === null || highest <= 0) return RADIUS_MIN
  return Math.max(RADIUS_MIN, RADIUS_MAX * Math.sqrt(Math.min(1, amount / highest)))
}

export function highestPayment(marks: readonly PaymentMark[]): number {
  return Math.max(
    0,
    ...marks.filter(({ kind }) => kind !== 'advance').map((one) => one.amount ?? 0),
  )
}
