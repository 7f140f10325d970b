import type { Position } from '../../../../../clients/typescript/src/index.ts'
import { formatCents, formatCounted, toWords } from '../../../format/values.ts'

const SHORT_NAMES: Record<string, string> = { mca: 'MCA', sba: 'SBA loan' }

export function nameProduct(product: string): string {
  return SHORT_NAMES[product] ?? toWords(product)
}

const CADENCES: Record<string, string> = {
  business_daily: 'each business day',
  daily: 'each day',
  weekly: 'a week',
  twice_weekly: 'twice a week',
  biweekly: 'every two weeks',
  semi_monthly: 'twice a month',
  four_weekly: 'every four weeks',
  monthly: 'a month',
  percentage_split: 'share of card sales',
}

export function nameCadence(cadence: string | undefined): string {
  return cadence === undefined ? '' : (CADENCES[cadence] ?? toWords(cadence).toLowerCase())
}

const REASONS: Record<string, string> = {
  registry_exact: 'the register of funders has this name',
  registry_contains: 'the register of funders has this name',
  registry_pattern: 'it is named as funders are',
  registry_ambiguous: 'several funders have this name',
  fixed_amount: 'the amount is fixed',
  cadence_fit: 'the days are regular',
  advance_matched: 'the advance was seen',
  many_payments: 'there are many payments',
  coverage_gap: 'though days are missing',
}

/** Why the rows count as an advance. */
export function nameReason(reason: string): string {
  return REASONS[reason] ?? toWords(reason).toLowerCase()
}

/** What the payments are, as an underwriter says it: `412.50 each business day`. */
export function describePayment({ payment }: Position): string {
  if (payment === null) return 'No payments were seen'
  return `${formatCents(payment.amount)} ${nameCadence(payment.cadence)}`
}

/** `2 positions, 1 active MCA`: all that are listed, and those that the number of the deal counts. */
export function describeCounts(rows: readonly Position[], active: number | null): string {
  const all = formatCounted(rows.length, 'position')
  return active === null ? all : `${all}, ${active} active MCA`
}

/** Statuses in which an advance still takes payments. */
const OPEN = new Set(['new', 'active', 'late', 'defaulted'])

export function isOpen({ status, confirmation }: Position): boolean {
  return OPEN.has(status) && confirmation !== 'rejected'
}

/** Those that still take payments first, by what they take of a month. */
export function sortPositions(positions: readonly Position[]): Position[] {
  return positions.toSorted(
    (one, other) =>
      Number(isOpen(other)) - Number(isOpen(one)) ||
      (other.monthly_payment ?? 0) - (one.monthly_payment ?? 0) ||
      one.funder_name.localeCompare(other.funder_name),
  )
}

export interface PositionTotals {
  /** Of the open ones, as are the sums. */
  count: number
  monthly: number | null
  owed: number | null
  missed: number
}

/** What the open advances take of a month now, and what is owed on them; null where nothing is known. */
export function sumPositions(positions: readonly Position[]): PositionTotals {
  const open = positions.filter(isOpen)
  return {
    count: open.length,
    monthly: sum(open.flatMap((one) => one.monthly_payment ?? [])),
    owed: sum(open.flatMap((one) => one.estimates.remaining_balance?.mid ?? [])),
    missed: open.reduce((all, one) => all + one.missed_count, 0),
  }
}

function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((all, value) => all + value, 0)
}
