import { extent } from 'd3-array'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, line } from 'd3-shape'
import { formatMonth } from '../../format/values.ts'
import { AmountAxis } from './axis.tsx'
import { ChartFrame } from './frame.tsx'

interface Day {
  date: string
  balance: number
}

export interface ForecastDay extends Day {
  low: number
  high: number
}

interface Props {
  past: readonly Day[]
  days: readonly ForecastDay[]
  label: string
}

const HEIGHT = 200
const LEFT = 64
const RIGHT = 8
const TOP = 10
const BOTTOM = 24
const MONTH_WIDTH = 76

/** The balance as it was, and as it is expected with the band that holds in four of five cases. */
export function ForecastChart({ past, days, label }: Props) {
  return (
    <ChartFrame height={HEIGHT} label={label}>
      {(width) => <Drawing past={past} days={days} width={width} />}
    </ChartFrame>
  )
}

function Drawing({ past, days, width }: Omit<Props, 'label'> & { width: number }) {
  const all = [...past, ...days]
  const [first = 0, last = 1] = extent(all, ({ date }) => Date.parse(date))
  const heights = [
    ...past.map(({ balance }) => balance),
    ...days.flatMap(({ low, high }) => [low, high]),
  ]
  const [low = 0, high = 1] = extent(heights)
  const x = scaleUtc([first, last], [LEFT, width - RIGHT])
  const y = scaleLinear([Math.min(0, low), Math.max(1, high)], [HEIGHT - BOTTOM, TOP]).nice(4)
  const toX = ({ date }: Day) => x(Date.parse(date))
  const path = line<Day>()
    .x(toX)
    .y(({ balance }) => y(balance))
  const band = area<ForecastDay>()
    .x(toX)
    .y0((day) => y(day.low))
    .y1((day) => y(day.high))
  const ticks = x.ticks(Math.max(2, Math.floor(width / MONTH_WIDTH / 2)))
  return (
    <>
      <defs>
        <pattern id="band" width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M0 6 6 0" stroke="var(--balance)" strokeOpacity="0.45" />
        </pattern>
      </defs>
      <AmountAxis y={y} left={LEFT} right={width - RIGHT} />
      {ticks.map((tick) => (
        <text key={tick.getTime()} x={x(tick)} y={HEIGHT - 6}>
          {formatMonth(tick.toISOString().slice(0, 7))}
        </text>
      ))}
      <path d={band(days) ?? ''} fill="url(#band)" stroke="var(--balance)" strokeOpacity="0.3" />
      <path d={path(past) ?? ''} fill="none" stroke="var(--balance)" strokeWidth="1.75" />
      <path
        d={path([...past.slice(-1), ...days]) ?? ''}
        fill="none"
        stroke="var(--balance)"
        strokeWidth="1.75"
        strokeDasharray="5 3"
      />
    </>
  )
}
