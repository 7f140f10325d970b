import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type {
  PolicyBacktest,
  PolicyBacktestFlip,
} from '../../../../../../clients/typescript/src/index.ts'
import { dealQuery } from '../../../../data/queries.ts'
import { formatCounted, formatPercent } from '../../../../format/values.ts'
import { BarList } from '../../../../parts/bar-list.tsx'
import { Status } from '../../../../parts/marks.tsx'

const RESULTS = [
  ['passed', 'Pass'],
  ['review_required', 'A person reviews'],
  ['failed', 'Do not pass'],
  ['missing_data', 'Data is missing'],
  ['error', 'Could not be evaluated'],
] as const

const FLIPS_SHOWN = 25

/** What the whole policy would have decided, and each deal of which it would be something else. */
export function Outcome({ backtest, isStale }: { backtest: PolicyBacktest; isStale: boolean }) {
  const { evaluated, skipped, pass_rate, pass_rate_before, flips, flips_count } = backtest
  if (evaluated === 0)
    return <p className="text-muted">No deal of this time has been processed yet.</p>
  const isChange = pass_rate_before !== null && pass_rate_before !== pass_rate
  return (
    <section aria-label="The whole policy" aria-busy={isStale} className="grid gap-3">
      <p role="status">
        <strong className="text-ink">
          {isChange && `${formatPercent(pass_rate_before)} → `}
          {formatPercent(pass_rate)} of {formatCounted(evaluated, 'deal')} pass the whole policy.
        </strong>{' '}
        {flips_count === 0
          ? 'No deal would be decided otherwise.'
          : `${formatCounted(flips_count, 'deal')} would be decided otherwise.`}
        {skipped > 0 && (
          <span className="meta"> {formatCounted(skipped, 'more deal')} need another look.</span>
        )}
      </p>
      <Shares backtest={backtest} />
      {flips.length > 0 && <Flips flips={flips.slice(0, FLIPS_SHOWN)} total={flips_count} />}
    </section>
  )
}

function Shares({ backtest: { results, evaluated } }: { backtest: PolicyBacktest }) {
  const bars = RESULTS.map(([key, label]) => ({ key, label, count: results[key] }))
  return <BarList bars={bars.filter(({ count }) => count > 0)} whole={evaluated} />
}

function Flips({ flips, total }: { flips: readonly PolicyBacktestFlip[]; total: number }) {
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of turned deals">
      <table className="ledger">
        <caption className="label px-4 py-1 text-left">
          {flips.length < total ? `The first ${flips.length} of ${total}` : 'Decided otherwise'}
        </caption>
        <thead>
          <tr>
            <th scope="col">Deal</th>
            <th scope="col">Now</th>
            <th scope="col">Would be</th>
            <th scope="col">Because</th>
          </tr>
        </thead>
        <tbody>
          {flips.map((flip) => (
            <FlipRow key={flip.submission_id} flip={flip} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function FlipRow({ flip: { submission_id: id, from, to, because } }: { flip: PolicyBacktestFlip }) {
  const deal = useQuery(dealQuery(id))
  return (
    <tr>
      <th scope="row">
        <Link to="/deals/$id" params={{ id }} className="font-semibold !text-ink">
          {deal.data?.name ?? 'Deal'}
        </Link>
      </th>
      <td>
        <Status state={from} />
      </td>
      <td>
        <Status state={to} />
      </td>
      <td className="min-w-[240px]">
        {because.map(({ rule_id, rule_name, message }) => (
          <div key={rule_id}>{message ?? rule_name}</div>
        ))}
      </td>
    </tr>
  )
}
