/** How the demo prints responses of the API: pure text, figures as a person reads them. */

import { formatMetricValue } from '../../core/analytics/metric/text.ts'
import { explainGrade } from '../../core/analytics/scorecard/explain-grade.ts'
import { formatMoney } from '../../core/values/paper/figure-text.ts'

const GRADE_WIDTH = 3

/** Writes an amount of the deal; unknown is a dash, never zero. */
export type WriteMoney = (value: number | null) => string

export function createMoney(currency: string): WriteMoney {
  return (value) => (value === null ? '–' : formatMoney(value, currency))
}

/** Columns padded to their widest cell; a column of figures stands right. */
export function table(head: string[], rows: string[][], rightFrom = 1): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  )
  const line = (cells: string[]): string =>
    `  ${cells.map((cell, column) => (column < rightFrom ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('   ')}`.trimEnd()
  const rule = `  ${widths.map((width) => '─'.repeat(width)).join('───')}`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

interface Section {
  label: string
  grade: string | null
  metrics: {
    name: string
    label: string
    value: string | number | boolean | null
    unit: string
    grade: string | null
    formula_id: string
    evidence: { transactions_count: number }
  }[]
}

export interface Scorecard {
  currency: string
  paper_grade: string | null
  /** Null while there is too little data for a grade. */
  decided_by: { metric: string; lowered_by: string[] } | null
  sections: Section[]
  data_quality: { score: number | null }
  positions_summary: { positions: PositionLine[] }
}

export function scorecardText(card: Scorecard): string {
  const { sections, data_quality, currency } = card
  const rows = sections.flatMap(({ label, grade, metrics }) => [
    [label.toUpperCase(), grade ?? '–', '', '', ''],
    ...metrics.map((metric) => [
      `  ${metric.label}`,
      (metric.grade ?? '–').padStart(GRADE_WIDTH),
      formatMetricValue(metric, currency) ?? '–',
      metric.formula_id,
      metric.evidence.transactions_count > 0 ? `${metric.evidence.transactions_count} txns` : '',
    ]),
  ])
  const grade = explainGrade(card) ?? 'no grade'
  const quality = data_quality.score === null ? '' : ` · data quality ${data_quality.score} of 100`
  return `Scorecard · ${grade}${quality}\n\n${table(['', '', 'value', 'formula', 'evidence'], rows, 2)}`
}

export interface MonthRow {
  period: string
  total_credits: number | null
  true_revenue: number | null
  total_debits: number | null
  ending_balance: number | null
  average_daily_balance: number | null
  negative_balance_days: number | null
  nsf_count: number | null
  mca_debits: number | null
  is_partial: boolean
}

export function monthsText(rows: MonthRow[], money: WriteMoney): string {
  const head = [
    'month',
    'deposits',
    'true revenue',
    'withdrawals',
    'ending balance',
    'average daily balance',
    'negative days',
    'NSF',
    'MCA payments',
  ]
  const cells = rows.map((row) => [
    row.is_partial ? `≈ ${row.period}` : row.period,
    money(row.total_credits),
    money(row.true_revenue),
    money(row.total_debits),
    money(row.ending_balance),
    money(row.average_daily_balance),
    String(row.negative_balance_days ?? '–'),
    String(row.nsf_count ?? '–'),
    money(row.mca_debits),
  ])
  return `Monthly cash flow\n\n${table(head, cells)}`
}

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
