import { max } from 'd3-array'
import { scaleBand, scaleLinear } from 'd3-scale'
import type { AnalyticPortfolioSery } from '../../../../clients/typescript/src/index.ts'
import { formatDay, formatMonth, formatCounted } from '../../format/values.ts'
import { AmountAxis } from '../../parts/chart/axis.tsx'
import { ChartFrame } from '../../parts/chart/frame.tsx'

const HEIGHT = 200
const LEFT = 44
const TOP = 10
const BOTTOM = 24
const RIGHT = 8
const BAR_MAX = 48
const LABEL_WIDTH = 70

/** Deals of each period: the bar is what came, its dark part what was processed, a cross what failed. */
export function SeriesChart({ series }: { series: readonly AnalyticPortfolioSery[] }) {
  if (series.length === 0) return <p className="text-muted">No deal was created in this time.</p>
  const created = series.reduce((sum, one) => sum + one.created, 0)
  const label = `${formatCounted(created, 'deal')} in ${formatCounted(series.length, 'period')}, ${formatPeriod(series[0]!.period)} to ${formatPeriod(series.at(-1)!.period)}`
  return (
    <>
      <ChartFrame height={HEIGHT} label={label}>
        {(width) => <Bars series={series} width={width} />}
      </ChartFrame>
      <details>
        <summary className="label cursor-pointer py-1">Show the numbers</summary>
        <Numbers series={series} />
      </details>
    </>
  )
}

function Bars({ series, width }: { series: readonly AnalyticPortfolioSery[]; width: number }) {
  const x = scaleBand(
    series.map(({ period }) => period),
    [LEFT, width - RIGHT],
  ).padding(0.25)
  const most = max(series, ({ created }) => created) ?? 1
  const y = scaleLinear([0, Math.max(1, most)], [HEIGHT - BOTTOM, TOP]).nice(4)
  const bar = Math.min(BAR_MAX, x.bandwidth())
  const every = Math.ceil(LABEL_WIDTH / Math.max(1, x.step()))
  return (
    <>
      <AmountAxis y={y} left={LEFT} right={width - RIGHT} count={Math.min(4, most)} />
      {series.map(({ period, created, processed, failed, funded }, index) => {
        const center = (x(period) ?? 0) + x.bandwidth() / 2
        return (
          <g key={period}>
            <title>{`${formatPeriod(period)}: ${created} created, ${processed} processed, ${failed} failed, ${funded} funded`}</title>
            <rect
              x={center - bar / 2}
              y={y(created)}
              width={bar}
              height={y(0) - y(created)}
              fill="var(--value-bar)"
              stroke="var(--balance)"
            />
            <rect
              x={center - bar / 2}
              y={y(processed)}
              width={bar}
              height={y(0) - y(processed)}
              fill="var(--balance)"
            />
            {index % every === 0 && (
              <text x={center} y={HEIGHT - 6} textAnchor="middle">
                {formatPeriod(period)}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

function Numbers({ series }: { series: readonly AnalyticPortfolioSery[] }) {
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of periods">
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">Period</th>
            {['Created', 'Processed', 'Failed', 'Funded'].map((label) => (
              <th key={label} scope="col" className="num">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map(({ period, created, processed, failed, funded }) => (
            <tr key={period}>
              <th scope="row">{formatPeriod(period)}</th>
              <td className="num">{created}</td>
              <td className="num">{processed}</td>
              <td className="num">{failed}</td>
              <td className="num">{funded}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A year, a month or a day, by its length. */
function formatPeriod(period: string): string {
  if (period.length === 4) return period
  return period.length === 7 ? formatMonth(period) : formatDay(period)
}
