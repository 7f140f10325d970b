import { max } from 'd3-array'
import { scaleBand, scaleLinear } from 'd3-scale'
import type { UsageByDay } from '../../../../../clients/typescript/src/index.ts'
import { formatCount, formatDay } from '../../../format/values.ts'

const [WIDTH, HEIGHT, FOOT] = [960, 160, 20]

/** A bar for each day; its text and the table below it say the same. */
export function DayBars({ days }: { days: readonly UsageByDay[] }) {
  const most = max(days, ({ api_calls }) => api_calls) ?? 0
  if (most === 0) return <p className="text-muted">No calls in this period.</p>
  const x = scaleBand(
    days.map(({ date }) => date),
    [0, WIDTH],
  ).padding(0.25)
  const y = scaleLinear([0, most], [HEIGHT - FOOT, 12])
  const sum = days.reduce((all, { api_calls }) => all + api_calls, 0)
  return (
    <svg
      className="chart w-full"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${formatCount(sum)} calls on ${days.length} days, at most ${formatCount(most)} a day`}
    >
      {days.map(({ date, api_calls }) => (
        <rect
          key={date}
          x={x(date)}
          y={y(api_calls)}
          width={x.bandwidth()}
          height={HEIGHT - FOOT - y(api_calls)}
          fill="var(--accent)"
        >
          <title>{`${formatDay(date)}: ${formatCount(api_calls)}`}</title>
        </rect>
      ))}
      <line x1={0} x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} stroke="var(--line-strong)" />
      <text x={0} y={HEIGHT - 4}>
        {formatDay(days[0]?.date)}
      </text>
      <text x={WIDTH} y={HEIGHT - 4} textAnchor="end">
        {formatDay(days.at(-1)?.date)}
      </text>
    </svg>
  )
}
