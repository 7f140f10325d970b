import type {
  HeronMetric,
  HeronTransaction,
} from '../../../clients/typescript/src/migrate/heron/types.ts'
import { addDays } from './tenant.ts'

/**
 * The other vendor’s figures, summed here from its own labels and days without a line of the
 * importer: what the parity report must explain.
 */
export function computeFigures(rows: HeronTransaction[], asOf: string): HeronMetric[] {
  return ['last_90_days', 'last_180_days'].flatMap((range) => {
    const days = Number(/\d+/.exec(range)![0])
    const start = addDays(asOf, 1 - days)
    const inside = rows.filter((row) => {
      const date = row.timestamp!.slice(0, 10)
      return date >= start && date <= asOf && !row.duplicate_of_id
    })
    return metricsIn(inside).map(([label, value, unit]) => ({
      label,
      value,
      unit,
      date_range: range,
      status: 'available',
    }))
  })
}

function metricsIn(rows: HeronTransaction[]): [string, number, string][] {
  const labelled = (label: string) => rows.filter((row) => row.categories?.[0]?.label === label)
  const between = new Set([
    'Reconciled intra-company transfers',
    'Unreconciled intra-company transfers',
  ])
  const outside = rows.filter((row) => !between.has(row.categories?.[0]?.label ?? ''))
  return [
    ['revenue', sum(labelled('Revenue')), 'amount'],
    ['inflows', outside.filter(({ amount }) => Number(amount) > 0).length, 'n'],
    ['outflows', outside.filter(({ amount }) => Number(amount) < 0).length, 'n'],
    ['nsf_fees', labelled('Overdraft/NSF Fees').length, 'n'],
    ['tax_payment_amount', -sum(labelled('Taxes')), 'amount'],
    ['atm_withdrawals', -sum(labelled('ATM cash outflows')), 'amount'],
    ['cogs', -sum(labelled('Inventory')), 'amount'],
    ['debt_investment', sum(labelled('Debt Investment')), 'amount'],
    ['net_amount', sum(outside), 'amount'],
  ]
}

function sum(rows: HeronTransaction[]): number {
  return rows.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0) / 100
}
