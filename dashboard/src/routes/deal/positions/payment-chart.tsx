import { scaleUtc } from 'd3-scale'
import { formatCents, formatCounted, formatDay, formatMonth } from '../../../format/values.ts'
import { ChartFrame } from '../../../parts/chart/frame.tsx'
import { highestPayment, radiusFor, type MarkKind, type PaymentMark } from './payment-timeline.ts'

const HEIGHT = 64
const MIDDLE = 24
const SIDE = 14
const DAY_MS = 86_400_000
const LABEL_WIDTH_MIN = 70

const WORDS: Record<MarkKind, string> = {
  advance: 'advance',
  payment: 'payment',
  return: 'returned',
  fee: 'fee',
  missed: 'missed',
}

/** The payments of an advance along its days: gaps and returns show at one look. */
export function PaymentChart({ marks, name }: { marks: readonly PaymentMark[]; name: string }) {
  if (marks.length === 0) return null
  return (
    <ChartFrame height={HEIGHT} label={describe(marks, name)}>
      {(width) => <Drawing marks={marks} width={width} />}
    </ChartFrame>
  )
}

function Drawing({ marks, width }: { marks: readonly PaymentMark[]; width: number }) {
  const first = Date.parse(marks[0]!.date)
  const last = Math.max(Date.parse(marks.at(-1)!.date), first + DAY_MS)
  const x = scaleUtc([first, last], [SIDE, width - SIDE])
  const highest = highestPayment(marks)
  const ticks = x.ticks(Math.max(2, Math.min(8, Math.floor(width / LABEL_WIDTH_MIN / 2))))
  return (
    <>
      <line x1={SIDE} x2={width - SIDE} y1={MIDDLE} y2={MIDDLE} stroke="var(--line-strong)" />
      {ticks.map((tick) => (
        <text key={tick.toISOString()} x={x(tick)} y={HEIGHT - 6} textAnchor="middle">
          {labelTick(tick, (last - first) / ticks.length)}
        </text>
      ))}
      {marks.map((mark) => (
        <g
          key={`${mark.kind} ${mark.row?.id ?? mark.date}`}
          transform={`translate(${x(Date.parse(mark.date))} ${MIDDLE})`}
        >
          <title>{`${formatDay(mark.date)}: ${WORDS[mark.kind]} ${mark.amount === null ? '' : formatCents(mark.amount)}`}</title>
          <Mark mark={mark} radius={radiusFor(mark.amount, highest)} />
        </g>
      ))}
    </>
  )
}

function Mark({ mark: { kind }, radius }: { mark: PaymentMark; radius: number }) {
  if (kind === 'advance') return <path d="M-7 6L0 -8L7 6Z" fill="var(--debt)" />
  if (kind === 'missed')
    return <circle r="5" fill="var(--surface)" stroke="var(--alert)" strokeWidth="1.5" />
  if (kind === 'return')
    return <path d="M-4 -4L4 4M-4 4L4 -4" stroke="var(--alert)" strokeWidth="2" />
  if (kind === 'fee') return <rect x="-3" y="-3" width="6" height="6" fill="var(--outflow)" />
  return <circle r={radius} fill="var(--debt)" fillOpacity="0.75" />
}

const MONTH_MS = 28 * DAY_MS

/** Months where they are apart, days where several ticks are of one month. */
function labelTick(tick: Date, step: number): string {
  const day = tick.toISOString().slice(0, 10)
  return step < MONTH_MS ? formatDay(day, false) : formatMonth(day.slice(0, 7))
}

function describe(marks: readonly PaymentMark[], name: string): string {
  const count = (kind: MarkKind) => marks.filter((one) => one.kind === kind).length
  const parts = [
    formatCounted(count('payment'), 'payment'),
    `${count('missed')} missed`,
    `${count('return')} returned`,
  ]
  const [first, last] = [marks[0]!, marks.at(-1)!]
  return `Payments to ${name} from ${formatDay(first.date)} to ${formatDay(last.date)}: ${parts.join(', ')}.`
}
