import { formatMetricValue } from '../metric/text.ts'
import { explainGrade } from '../scorecard/explain-grade.ts'
import { positionsText, type PositionLine } from './positions-text.ts'
import { createMoney, table } from './table.ts'

const GRADE_WIDTH = 3

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

interface Scorecard {
  reasons: { text: string }[]
  currency: string
  paper_grade: string | null
  /** Null while there is too little data for a grade. */
  decided_by: { metric: string; lowered_by: string[] } | null
  sections: Section[]
  data_quality: { score: number | null }
  positions_summary: { positions: PositionLine[] }
}

/** A scorecard as a table, with its positions; what it lacks for a grade stands in its head. */
export function scorecardText(card: Scorecard): string {
  const { reasons, sections, data_quality, currency, positions_summary: summary } = card
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
  const missing = reasons.map(({ text }) => text).join(' ')
  const grade = explainGrade(card) ?? `no grade${missing === '' ? '' : `: ${missing}`}`
  const quality = data_quality.score === null ? '' : ` · data quality ${data_quality.score} of 100`
  return [
    `Scorecard · ${grade}${quality}`,
    table(['', '', 'value', 'formula', 'evidence'], rows, 2),
    positionsText(summary.positions, createMoney(currency)),
  ].join('\n\n')
}
