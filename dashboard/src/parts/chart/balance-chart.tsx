import { extent } from 'd3-array'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { formatCents, formatDay, formatMonth } from '../../format/values.ts'
import { AmountAxis } from './axis.tsx'
import { ChartFrame } from './frame.tsx'

export interface BalanceDay {
  date: string
  balance: number | null
}

interface Props {
  days: readonly BalanceDay[]
  label: string
}

const HEIGHT = 220
const LEFT = 56
const TOP = 10
const BOTTOM = 24
const RIGHT = 8

/** The balance of each day as steps; arrow keys or the pointer go from day to day. */
export function BalanceChart({ days, label }: Props) {
  const [at, setAt] = useState<number | null>(null)
  const known = days.filter((day): day is { date: string; balance: number } => day.balance !== null)
  if (known.length < 2) return <p className="text-muted">There are too few days for a picture.</p>
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt((before) => clamp((before ?? known.length - 1) + step, known.length))
  }
  const day = at === null ? null : known[at]
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label="Balance by day; arrow keys go from day to day"
      onKeyDown={onKey}
      onPointerLeave={() => setAt(null)}
    >
      <ChartFrame height={HEIGHT} label={label}>
        {(width) => <Drawing width={width} known={known} at={at} onPoint={setAt} />}
      </ChartFrame>
      <p className="meta min-h-4 px-1" role="status">
        {day ? `${formatDay(day.date)}: ${formatCents(day.balance)}` : ''}
      </p>
    </div>
  )
}

interface DrawingProps {
  width: number
  known: readonly { date: string; balance: number }[]
  at: number | null
  onPoint: (index: number) => void
}

function Drawing({ width, known, at, onPoint }: DrawingProps) {
  const [first, last] = extent(known, ({ date }) => Date.parse(date))
  const [low = 0, high = 0] = extent(known, ({ balance }) => balance)
  const x = scaleUtc([first ?? 0, last ?? 1], [LEFT, width - RIGHT])
  const y = scaleLinear([Math.min(0, low), Math.max(high, 1)], [HEIGHT - BOTTOM, TOP]).nice(4)
  const toX = ({ date }: { date: string }) => x(Date.parse(date))
  const path = line<{ date: string; balance: number }>()
    .curve(curveStepAfter)
    .x(toX)
    .y(({ balance }) => y(balance))
  const below = area<{ date: string; balance: number }>()
    .curve(curveStepAfter)
    .x(toX)
    .y0(y(0))
    .y1(({ balance }) => y(Math.min(0, balance)))
  const point = at === null ? undefined : known[at]
  const move = (event: PointerEvent<SVGRectElement>): void => {
    const { left } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - left) / Math.max(1, width - LEFT - RIGHT)
    onPoint(clamp(Math.round(share * (known.length - 1)), known.length))
  }
  return (
    <>
      <AmountAxis y={y} left={LEFT} right={width - RIGHT} />
      {listMonths(known).map(({ month, date }) => (
        <text key={month} x={x(Date.parse(date))} y={HEIGHT - 6}>
          {formatMonth(month)}
        </text>
      ))}
      <path d={below(known) ?? ''} fill="var(--alert)" opacity="0.35" />
      <path d={path(known) ?? ''} fill="none" stroke="var(--balance)" strokeWidth="1.75" />
      {known
        .filter(({ balance }) => balance < 0)
        .map((one) => (
          <circle key={one.date} cx={toX(one)} cy={y(one.balance)} r="3" fill="var(--alert)" />
        ))}
      {point && (
        <g>
          <line
            x1={toX(point)}
            x2={toX(point)}
            y1={TOP}
            y2={HEIGHT - BOTTOM}
            stroke="var(--line-strong)"
          />
          <circle cx={toX(point)} cy={y(point.balance)} r="4" fill="var(--balance)" />
        </g>
      )}
      <rect
        x={LEFT}
        y={TOP}
        width={Math.max(1, width - LEFT - RIGHT)}
        height={HEIGHT - TOP - BOTTOM}
        fill="transparent"
        onPointerMove={move}
      />
    </>
  )
}

/** The first day of each month that is shown. */
function listMonths(days: readonly { date: string }[]): { month: string; date: string }[] {
  const firsts = new Map<string, string>()
  for (const { date } of days) if (!firsts.has(date.slice(0, 7))) firsts.set(date.slice(0, 7), date)
  const step = Math.max(1, Math.ceil(firsts.size / 6))
  return [...firsts]
    .map(([month, date]) => ({ month, date }))
    .filter((_, index) => index % step === 0)
}

function clamp(index: number, count: number): number {
  return Math.min(count - 1, Math.max(0, index))
}
