import { scaleLinear, type ScaleLinear } from 'd3-scale'
import type { PointerEvent } from 'react'
import { formatUnit } from '../../../../format/values.ts'
import { ChartFrame } from '../../../../parts/chart/frame.tsx'
import { failsAbove, findDomain, isMet, stackDots, type Dot } from './geometry.ts'
import type { PastDeal } from './use-backtest.ts'

interface Props {
  deals: readonly PastDeal[]
  operator: string
  unit: string
  /** In force, or in the draft. */
  given: number
  /** As it is tried. */
  tried: number
  label: string
  onDrag: (value: number) => void
}

const SIDE = 14
const TOP = 26
const BOTTOM = 26
const DOT = 11
const DOTS_MIN = 50
const DOTS_MAX = 150
const DOT_RISE = 3
const TICK_WIDTH = 90

/** Each deal as a dot at its number; the line of the threshold can be dragged across them. */
export function ThresholdChart(props: Props) {
  const { label, deals } = props
  const rise = Math.min(DOTS_MAX, Math.max(DOTS_MIN, deals.length * DOT_RISE))
  const axis = TOP + rise
  return (
    <ChartFrame height={axis + BOTTOM} label={label}>
      {(width) => <Drawing {...props} width={width} axis={axis} />}
    </ChartFrame>
  )
}

function Drawing({
  deals,
  operator,
  unit,
  given,
  tried,
  onDrag,
  width,
  axis,
}: Props & { width: number; axis: number }) {
  const values = deals.map(({ value }) => value)
  const domain = findDomain(values, [given])
  const x = scaleLinear(domain, [SIDE, width - SIDE]).clamp(true)
  const dots = stackDots(deals, x, DOT)
  const tallest = Math.max(1, ...dots.map(({ level }) => level + 1))
  const step = Math.min(DOT, (axis - TOP - DOT) / tallest)
  const drag = (event: PointerEvent<SVGRectElement>): void => {
    if (event.buttons !== 1) return
    const { left } = event.currentTarget.getBoundingClientRect()
    onDrag(x.invert(event.clientX - left))
  }
  const line = x(tried)
  const isAbove = failsAbove(operator)
  return (
    <>
      <rect
        x={isAbove ? line : SIDE}
        y={TOP}
        width={Math.max(0, isAbove ? width - SIDE - line : line - SIDE)}
        height={axis - TOP}
        fill="var(--negative-bg)"
      />
      <Axis x={x} y={axis} width={width} unit={unit} />
      {dots.map((dot) => (
        <DealMark
          key={dot.item.id}
          dot={dot}
          y={axis - DOT / 2 - dot.level * step - 2}
          wasMet={isMet(operator, dot.item.value, given)}
          isNowMet={isMet(operator, dot.item.value, tried)}
          text={`${dot.item.name}: ${formatUnit(dot.item.value, unit)}`}
        />
      ))}
      <line
        x1={x(given)}
        x2={x(given)}
        y1={TOP}
        y2={axis}
        stroke="var(--line-strong)"
        strokeDasharray="4 3"
      />
      <Handle at={line} text={formatUnit(tried, unit)} axis={axis} width={width} />
      <rect
        x={0}
        y={0}
        width={width}
        height={axis + BOTTOM}
        fill="transparent"
        style={{ cursor: 'ew-resize', touchAction: 'pan-y' }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag(event)
        }}
        onPointerMove={drag}
      />
    </>
  )
}

interface HandleProps {
  at: number
  text: string
  axis: number
  width: number
}

/** The line that is dragged, with its value. */
function Handle({ at, text, axis, width }: HandleProps) {
  return (
    <g>
      <line x1={at} x2={at} y1={TOP - 6} y2={axis} stroke="var(--ink)" strokeWidth="2" />
      <rect x={at - 5} y={TOP - 12} width="10" height="12" rx="2" fill="var(--ink)" />
      <text
        x={Math.min(width - SIDE, Math.max(SIDE, at))}
        y={10}
        textAnchor={at > width / 2 ? 'end' : 'start'}
        style={{ fill: 'var(--ink)', fontWeight: 600 }}
      >
        {text}
      </text>
    </g>
  )
}

interface AxisProps {
  x: ScaleLinear<number, number>
  y: number
  width: number
  unit: string
}

/** Units that come as whole things have no marks between them. */
const WHOLE = new Set(['n', 'days', 'score'])

function Axis({ x, y, width, unit }: AxisProps) {
  const ticks = x
    .ticks(Math.max(2, Math.floor(width / TICK_WIDTH)))
    .filter((tick) => !WHOLE.has(unit) || Number.isInteger(tick))
  return (
    <g>
      <line x1={SIDE} x2={width - SIDE} y1={y} y2={y} stroke="var(--line-strong)" />
      {ticks.map((tick) => (
        <text key={tick} x={x(tick)} y={y + BOTTOM - 8} textAnchor="middle">
          {formatUnit(tick, unit)}
        </text>
      ))}
    </g>
  )
}

interface MarkProps {
  dot: Dot<PastDeal>
  y: number
  wasMet: boolean
  isNowMet: boolean
  text: string
}

/** Round when it passes, a cross when it does not; a ring around whatever the trial turns. */
function DealMark({ dot: { x }, y, wasMet, isNowMet, text }: MarkProps) {
  return (
    <g>
      <title>{text}</title>
      {isNowMet ? (
        <circle cx={x} cy={y} r="4" fill="var(--balance)" />
      ) : (
        <path
          d={`M${x - 3.5} ${y - 3.5}l7 7m0 -7l-7 7`}
          stroke="var(--alert)"
          strokeWidth="2"
          fill="none"
        />
      )}
      {wasMet !== isNowMet && (
        <circle cx={x} cy={y} r="7" fill="none" stroke="var(--ink)" strokeWidth="1.5" />
      )}
    </g>
  )
}
