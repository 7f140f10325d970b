import type { WriteMoney } from './table.ts'

export interface PositionLine {
  funder_name: string
  product_type: string
  status: string
  confidence: number
  advance_amount: number | null
  advance_date: string | null
  payment_amount: number | null
  payment_cadence: string | null
  payments_count: number
  paid_to_date: number
  remaining: { low: number; mid: number; high: number } | null
  percent_paid: number | null
  estimated_payoff_date: string | null
  evidence: { transactions_count: number }
}

/** `mca` is an abbreviation, the others are words. */
function productName(type: string): string {
  return type === 'mca' ? 'MCA' : type.replaceAll('_', ' ')
}

/** The positions of a scorecard, three lines each. */
export function positionsText(positions: PositionLine[], money: WriteMoney): string {
  if (positions.length === 0) return 'Funding positions · none found'
  const entries = positions.map((position) => {
    const { remaining } = position
    const advance =
      position.advance_amount === null
        ? 'funded before the first statement'
        : `funded ${money(position.advance_amount)} on ${position.advance_date}`
    const payment =
      position.payment_amount === null
        ? ''
        : `, ${position.payments_count} payments of ${money(position.payment_amount)} (${position.payment_cadence?.replaceAll('_', ' ')})`
    const left =
      remaining === null
        ? ''
        : `, balance about ${money(remaining.mid)} (${money(remaining.low)} to ${money(remaining.high)})`
    const payoff =
      position.estimated_payoff_date === null
        ? ''
        : `, payoff expected ${position.estimated_payoff_date}`
    return [
      `  ${position.funder_name} · ${productName(position.product_type)} · ${position.status} · confidence ${position.confidence.toFixed(2)}`,
      `    ${advance}${payment}`,
      `    ${money(position.paid_to_date)} paid${left}${payoff} · ${position.evidence.transactions_count} transactions`,
    ].join('\n')
  })
  return `Funding positions\n\n${entries.join('\n')}`
}
