import type { SubmissionMetric } from '../../../../../clients/typescript/src/index.ts'
import { formatDay, nameRange } from '../../../format/values.ts'

/** Each number has days of its own, unless a period is chosen. */
export function TileDays({ metric }: { metric: SubmissionMetric }) {
  const { date_range: range, inputs } = metric
  const { start_date: start, end_date: end } = range
  const { rests_on: basis = null, full_months: months = null } = inputs
  const days = start === null ? [] : [`${formatDay(start)} to ${formatDay(end)}`]
  // Of fewer than two full months it is no mean of months, but a rate of the days that are there.
  const isScaled = typeof basis === 'string' && typeof months === 'number' && months < 2
  const more = isScaled ? [`A month of 30.4 days at the rate of ${basis}`] : []
  return (
    <span className="meta" title={[...days, ...more].join('. ')}>
      {isScaled ? `from ${basis}` : nameRange(range)}
    </span>
  )
}
