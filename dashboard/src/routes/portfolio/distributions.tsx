import { scaleLinear } from 'd3-scale'
import type { AnalyticDistribution } from '../../../../clients/typescript/src/index.ts'
import { formatCount, formatPercent, formatUnit, findUnit, toWords } from '../../format/values.ts'
import { Panel } from '../../parts/page.tsx'

const WIDTH = 150
const HEIGHT = 18

/** How a number lies over the deals: the middle, the middle half, and the ends. */
export function Distributions({
  distributions,
  accuracy,
}: {
  distributions: AnalyticDistribution[]
  /** How far a quantile may be from the deal that it stands for. */
  accuracy: number
}) {
  const known = distributions.filter(({ n, metric }) => n > 0 && metric !== 'processing_seconds')
  if (known.length === 0) return null
  return (
    <Panel
      title="How the numbers lie"
      note={`over the deals that have them, to ±${formatPercent(accuracy)}`}
      isFlush
    >
      <div className="scroller" tabIndex={0} role="group" aria-label="Table of distributions">
        <table className="ledger">
          <caption className="sr-only">Quantiles of each number</caption>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">
                <span className="sr-only">Picture</span>
              </th>
              {['10th percentile', '25th', 'Median', '75th', '90th'].map((label) => (
                <th key={label} scope="col" className="num">
                  {label}
                </th>
              ))}
              <th scope="col" className="num">
                Deals
              </th>
            </tr>
          </thead>
          <tbody>
            {known.map((one) => (
              <Row key={`${one.metric} ${one.currency}`} distribution={one} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

/** As the deal itself calls them. */
const NAMES: Readonly<Record<string, string>> = {
  holdback_ratio: 'Holdback',
  nsf_overdraft_count: 'NSF, overdrafts, returned',
}

function Row({ distribution }: { distribution: AnalyticDistribution }) {
  const { metric, unit, currency, p10, p25, p50, p75, p90, n } = distribution
  const show = (value: number | null) =>
    formatUnit(value, findUnit(metric, unit), currency ?? 'USD')
  return (
    <tr>
      <th scope="row">
        {NAMES[metric] ?? toWords(metric)}
        {currency !== null && <span className="meta"> {currency}</span>}
      </th>
      <td>
        <Spread quantiles={[p10, p25, p50, p75, p90]} />
      </td>
      <td className="num">{show(p10)}</td>
      <td className="num">{show(p25)}</td>
      <td className="num font-semibold text-ink">{show(p50)}</td>
      <td className="num">{show(p75)}</td>
      <td className="num">{show(p90)}</td>
      <td className="num">{formatCount(n)}</td>
    </tr>
  )
}

/** From zero, or from the lowest below it; the numbers stand beside it. */
function Spread({ quantiles }: { quantiles: readonly (number | null)[] }) {
  const known = quantiles.filter((value) => value !== null)
  const [p10, p25, p50, p75, p90] = known
  if (p10 === undefined || p25 === undefined || p50 === undefined) return null
  if (p75 === undefined || p90 === undefined) return null
  const x = scaleLinear([Math.min(0, p10), Math.max(p90, 1e-9)], [2, WIDTH - 2])
  const middle = HEIGHT / 2
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="block">
      <line x1={x(p10)} x2={x(p90)} y1={middle} y2={middle} stroke="var(--line-strong)" />
      <rect
        x={x(p25)}
        y={4}
        width={Math.max(2, x(p75) - x(p25))}
        height={HEIGHT - 8}
        fill="var(--value-bar)"
        stroke="var(--balance)"
      />
      <line x1={x(p50)} x2={x(p50)} y1={2} y2={HEIGHT - 2} stroke="var(--ink)" strokeWidth="2" />
    </svg>
  )
}
