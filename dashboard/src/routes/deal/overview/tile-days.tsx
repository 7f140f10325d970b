import type { SubmissionMetric } from '../../../../../clients/typescript/src/index.ts'
import { formatDay, nameRange } from '../../../format/values.ts'

/** Each number has days of its own, unless a period is chosen. */
export function TileDays({ metric: { date_range: range } }: { metric: SubmissionMetric }) {
  const { start_date: start, end_date: end } = range
  const days = start === null ? undefined : `${formatDay(start)} to ${formatDay(end)}`
  return (
    <span className="meta" title={days}>
      {nameRange(range)}
    </span>
  )
}
