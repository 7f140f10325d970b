import { LABELS, toLabel, type Resum, type RowClass } from '../tables/tables.ts'
import { countMonths, type Days } from './ranges.ts'

/** One respect in which a figure is computed as Heron does. */
export type Lens = 'labels' | 'pending' | 'transfers' | 'period'

/** A row of the deal as it is here, with Heron’s label of it. */
export interface ParityRow {
  id: string
  heronId: string | null
  date: string
  amount: number
  description: string
  /** Our category. */
  slug: string
  isRevenue: boolean
  isPending: boolean
  /** Whether it is one side of a transfer between accounts of the deal. */
  isPaired: boolean
  isDuplicate: boolean
  heronLabel: string | null
}

export interface View {
  rows: ParityRow[]
  resum: Resum
  ourDays: Days
  heronDays: Days
}

/** The figure as the sum, the count or the days of the rows that count. */
export function resum(view: View, lenses: ReadonlySet<Lens>): number {
  const { measure, per } = view.resum
  const days = lenses.has('period') ? view.heronDays : view.ourDays
  const divisor = per === 'month' ? countMonths(days) : 1
  if (measure === 'days') {
    const dates = view.rows
      .filter((row) => membership(row, view, lenses) !== 0)
      .map(({ date }) => date)
    return new Set(dates).size / divisor
  }
  const cents = view.rows.reduce(
    (sum, row) => sum + Math.round(membership(row, view, lenses) * 100),
    0,
  )
  return cents / 100 / divisor
}

/** What a row adds before it is divided; 0 for a row that does not count. */
export function membership(row: ParityRow, view: View, lenses: ReadonlySet<Lens>): number {
  const { measure, rows: wanted } = view.resum
  const { start, end } = lenses.has('period') ? view.heronDays : view.ourDays
  if (row.date < start || row.date > end || row.isDuplicate) return 0
  if (row.isPending && !lenses.has('pending')) return 0
  if (!isWanted(row, wanted, lenses)) return 0
  if (measure !== 'sum') return 1
  return isSigned(wanted) ? row.amount : Math.abs(row.amount)
}

/** Refunds lower revenue; outflows and debt are shown without their sign. */
function isSigned(wanted: Resum['rows']): boolean {
  return ['all', 'external', 'revenue'].includes(wanted)
}

function isWanted(row: ParityRow, wanted: Resum['rows'], lenses: ReadonlySet<Lens>): boolean {
  if (wanted === 'all') return true
  if (wanted === 'inflow') return row.amount > 0
  if (wanted === 'deposit') return row.amount > 0 && !isBetweenAccounts(row, lenses)
  if (wanted === 'withdrawal') return row.amount < 0 && !isBetweenAccounts(row, lenses)
  if (wanted === 'external') return !isBetweenAccounts(row, lenses)
  const byHeron = row.isPaired ? lenses.has('transfers') : lenses.has('labels')
  return (byHeron ? heronClass(row) : ourClass(row)) === wanted
}

/** Whether the row moves money that was here before, and so is neither deposit nor withdrawal. */
function isBetweenAccounts(row: ParityRow, lenses: ReadonlySet<Lens>): boolean {
  if (row.isPaired) return !lenses.has('transfers')
  if (lenses.has('labels')) return heronClass(row) === 'transfer'
  return /^(?:transfers\.internal$|returns\.)/.test(row.slug) || isFeeRefund(row)
}

function isFeeRefund({ slug, amount }: ParityRow): boolean {
  return amount > 0 && slug.startsWith('fees.')
}

/** Money given back to customers, which true revenue is less of. */
const CONTRA = new Set([
  'revenue.customer_refund',
  'revenue.chargeback',
  'returns.returned_deposit',
])

function ourClass({ slug, isRevenue, amount }: ParityRow): RowClass {
  if (isRevenue || CONTRA.has(slug)) return 'revenue'
  if (slug.startsWith('cogs.')) return 'cogs'
  if (slug === 'fees.nsf_overdraft') return 'nsf'
  if (slug.startsWith('taxes.')) return 'tax'
  if (slug.startsWith('debt.')) return amount > 0 ? 'debt_in' : 'debt_out'
  if (slug === 'transfers.atm_withdrawal' || slug === 'transfers.cash_withdrawal') return 'cash_out'
  if (slug.startsWith('expenses.')) return 'opex'
  if (slug.startsWith('equity.')) return 'equity'
  return slug.startsWith('transfers.') ? 'transfer' : 'other'
}

/** The set that Heron counts the row in, by its label; a row without one is in none. */
function heronClass({ heronLabel }: ParityRow): RowClass {
  return heronLabel === null ? 'other' : (LABELS[toLabel(heronLabel)]?.class ?? 'other')
}
