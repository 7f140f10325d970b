import type { SubmissionMetrics } from '../../../../../clients/typescript/src/index.ts'
import { formatUnit, findUnit, nameRange } from '../../../format/values.ts'

export interface Impact {
  text: string
  changes: { name: string; label: string; days: string; before: string; after: string }[]
}

/** The numbers of the strip come first, then the others. */
const FIRST = [
  'monthly_true_revenue',
  'true_revenue',
  'non_revenue_deposits',
  'monthly_deposit_count',
  'average_daily_balance',
  'minimum_balance',
  'negative_days',
  'nsf_overdraft_count',
  'active_mca_positions',
  'holdback_ratio',
  'revenue_trend',
  'risk_score',
  'paper_grade',
]

/** Every metric that a change has changed, before and after. */
export function compareMetrics(
  { metrics: before }: SubmissionMetrics,
  { metrics: after }: SubmissionMetrics,
): Impact['changes'] {
  const known = new Map(before.map((one) => [one.name, one]))
  const changes = after.flatMap(({ name, label, value, unit, currency, date_range }) => {
    const show = (one: unknown) => formatUnit(one, findUnit(name, unit), currency ?? 'USD')
    const [from, to] = [show(known.get(name)?.value), show(value)]
    return from === to
      ? []
      : [{ name, label, days: nameRange(date_range), before: from, after: to }]
  })
  return changes.toSorted((one, other) => rankMetric(one.name) - rankMetric(other.name))
}

/** Where a metric stands among others: those of the strip first, in its order. */
export function rankMetric(name: string): number {
  const place = FIRST.indexOf(name)
  return place < 0 ? FIRST.length : place
}
