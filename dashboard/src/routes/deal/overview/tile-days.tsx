import type { SubmissionMetric } from '../../../../../clients/typescript/src/index.ts'
import { formatDay, nameRange } from '../../../format/values.ts'
import { describeScale, findScale } from '../evidence/scale.ts'

/** Each number has days of its own, unless a period is chosen. */
export function TileDays({ metric }: { metric: SubmissionMetric }) {
  const { date_range: range } = metric
  const { start_date: start, end_date: end } = range
  const basis = findScale(metric)
  const days = start === null ? [] : [`${formatDay(start)} to ${formatDay(end)}`]
  const more = basis === null ? [] : [describeScale(basis)]
  return (
    <span className="meta" title={[...days, ...more].join('. ')}>
      {basis === null ? nameRange(range) : `from ${basis}`}
    </span>
  )
}
