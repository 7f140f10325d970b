import type { ScaleLinear } from 'd3-scale'
import { formatWhole } from '../../format/values.ts'

interface Props {
  y: ScaleLinear<number, number>
  left: number
  right: number
  count?: number
}

/** Lines across the picture, each with its amount at the left. */
export function AmountAxis({ y, left, right, count = 4 }: Props) {
  return (
    <g className="grid">
      {y.ticks(count).map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line
            x1={left}
            x2={right}
            style={tick === 0 ? { stroke: 'var(--line-strong)' } : undefined}
          />
          <text x={left - 8} dy="0.32em" textAnchor="end">
            {formatWhole(tick)}
          </text>
        </g>
      ))}
    </g>
  )
}
