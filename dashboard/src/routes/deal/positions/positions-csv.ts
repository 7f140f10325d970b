import type { Position } from '../../../../../clients/typescript/src/index.ts'

export const CSV_HEADS = [
  'funder',
  'product',
  'status',
  'confirmation',
  'payment',
  'cadence',
  'monthly_payment',
  'holdback_ratio',
  'advance_amount',
  'advance_date',
  'factor_rate',
  'right_to_receive',
  'paid_to_date',
  'remaining_balance',
  'first_payment',
  'last_payment',
  'missed_payments',
  'returned_payments',
  'currency',
]

export function toCsvRow(position: Position): (string | number | null)[] {
  const { advance, payment, estimates, totals } = position
  return [
    position.funder_name,
    position.product_type,
    position.status,
    position.confirmation,
    payment?.amount ?? null,
    payment?.cadence ?? null,
    position.monthly_payment,
    position.holdback_ratio,
    advance?.amount ?? null,
    advance?.date ?? null,
    estimates.factor_rate,
    estimates.right_to_receive,
    totals.paid_to_date,
    estimates.remaining_balance?.mid ?? null,
    payment?.first_date ?? null,
    payment?.last_date ?? null,
    position.missed_count,
    position.returned_payments,
    position.currency,
  ]
}
