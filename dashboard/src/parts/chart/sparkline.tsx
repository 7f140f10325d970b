import { extent } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

const WIDTH = 110
const HEIGHT = 20

/**
 * The way of a number from month to month, oldest at the left, from zero on, so that a small change
 * looks small. The numbers stand in the table.
 */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [low = 0, high = 0] = extent(known)
  const x = scaleLinear([0, values.length - 1], [2, WIDTH - 2])
  const y = scaleLinear([Math.min(0, low), Math.max(high, 1e-9)], [HEIGHT - 3, 3])
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y((value) => y(value ?? 0))
  const last = values.at(-1) ?? null
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
      className="block max-w-full"
    >
      <path d={path(values) ?? ''} fill="none" stroke="var(--balance)" strokeWidth="1.5" />
      {last !== null && (
        <circle cx={x(values.length - 1)} cy={y(last)} r="2" fill="var(--balance)" />
      )}
    </svg>
  )
}
