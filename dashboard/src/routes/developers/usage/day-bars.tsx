import { max } from 'd3-array'
import { scaleBand, scaleLinear } from 'd3-scale'
import { formatCount, formatDay, formatCounted } from '../../../format/values.ts'
import type { CallsOfDay } from './periods.ts'

const [WIDTH, HEIGHT] = [960, 140]

/** A bar for each day, as wide as the panel; its text says what the bars show. */
export function DayBars({ days }: { days: readonly CallsOfDay[] }) {
  const most = max(days, ({ api_calls }) => api_calls) ?? 0
  if (most === 0) return <p className="text-muted">No calls in this period.</p>
  const x = scaleBand(
    days.map(({ date }) => date),
    [0, WIDTH],
  ).padding(0.25)
  const y = scaleLinear([0, most], [HEIGHT, 4])
  const sum = days.reduce((all, { api_calls }) => all + api_calls, 0)
  return (
    <>
      <svg
        className="h-[140px] w-full border-b border-line"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${formatCounted(sum, 'call')} on ${formatCounted(days.length, 'day')}, at most ${formatCount(most)} a day`}
      >
        {days.map(({ date, api_calls }) => (
          <rect
            key={date}
            x={x(date)}
            y={y(api_calls)}
            width={x.bandwidth()}
            height={HEIGHT - y(api_calls)}
            fill="var(--accent)"
          >
            <title>{`${formatDay(date)}: ${formatCount(api_calls)}`}</title>
          </rect>
        ))}
      </svg>
      <div className="meta flex justify-between gap-4">
        <span>{formatDay(days[0]?.date)}</span>
        <span>at most {formatCount(most)} a day</span>
        <span>{formatDay(days.at(-1)?.date)}</span>
      </div>
    </>
  )
}
