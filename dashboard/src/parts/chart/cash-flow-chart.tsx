import { max, min } from 'd3-array'
import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { formatMonth, formatWhole } from '../../format/values.ts'
import { AmountAxis } from './axis.tsx'
import { ChartFrame } from './frame.tsx'

export interface FlowMonth {
  month: string
  inflow: number
  outflow: number
}

const HEIGHT = 220
const LEFT = 64
const TOP = 10
const BOTTOM = 24
const RIGHT = 8
const LABEL_WIDTH_MIN = 58

/** What came in and what went out of each month as bars, and the difference as a line of dots. */
export function CashFlowChart({ months, label }: { months: readonly FlowMonth[]; label: string }) {
  return (
    <ChartFrame height={HEIGHT} label={label}>
      {(width) => <Bars months={months} width={width} />}
    </ChartFrame>
  )
}

function Bars({ months, width }: { months: readonly FlowMonth[]; width: number }) {
  const high = max(months, ({ inflow, outflow }) => Math.max(inflow, outflow)) ?? 1
  const low = min(months, ({ inflow, outflow }) => Math.min(0, inflow - outflow)) ?? 0
  const x = scaleBand(
    months.map(({ month }) => month),
    [LEFT, width - RIGHT],
  ).padding(0.3)
  const y = scaleLinear([low, high], [HEIGHT - BOTTOM, TOP]).nice(4)
  const half = Math.min(36, x.bandwidth() / 2 - 1)
  const center = (month: string) => (x(month) ?? 0) + x.bandwidth() / 2
  const net = line<FlowMonth>()
    .x(({ month }) => center(month))
    .y(({ inflow, outflow }) => y(inflow - outflow))
  const every = Math.ceil(LABEL_WIDTH_MIN / Math.max(1, x.step()))
  return (
    <>
      <AmountAxis y={y} left={LEFT} right={width - RIGHT} />
      {months.map(({ month, inflow, outflow }, index) => (
        <g key={month}>
          <title>
            {`${formatMonth(month)}: in ${formatWhole(inflow)}, out ${formatWhole(outflow)}`}
          </title>
          <Bar x={center(month) - half - 1} width={half} value={inflow} y={y} color="--inflow" />
          <Bar x={center(month) + 1} width={half} value={outflow} y={y} color="--outflow" />
          {index % every === 0 && (
            <text x={center(month)} y={HEIGHT - 6} textAnchor="middle">
              {formatMonth(month)}
            </text>
          )}
        </g>
      ))}
      <path d={net(months) ?? ''} fill="none" stroke="var(--ink)" strokeDasharray="3 3" />
      {months.map(({ month, inflow, outflow }) => (
        <circle
          key={month}
          cx={center(month)}
          cy={y(inflow - outflow)}
          r="3.5"
          fill="var(--surface)"
          stroke="var(--ink)"
          strokeWidth="1.5"
        />
      ))}
    </>
  )
}

interface BarProps {
  x: number
  width: number
  value: number
  y: (value: number) => number
  color: string
}

function Bar({ x, width, value, y, color }: BarProps) {
  const top = y(Math.max(0, value))
  return (
    <rect
      x={x}
      y={top}
      width={Math.max(1, width)}
      height={Math.abs(y(0) - top)}
      fill={`var(${color})`}
    />
  )
}
