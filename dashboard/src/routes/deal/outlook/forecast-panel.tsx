import { useQuery } from '@tanstack/react-query'
import type { SubmissionForecast } from '../../../../../clients/typescript/src/index.ts'
import { keyed, reportQuery, type ReportBody, type Scope } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import {
  formatCents,
  formatDay,
  formatMoney,
  formatPercent,
  toWords,
} from '../../../format/values.ts'
import { ForecastChart } from '../../../parts/chart/forecast-chart.tsx'
import { Choice } from '../../../parts/filter-fields.tsx'
import { Loading, Panel } from '../../../parts/page.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { describeOutlook } from '../grade.ts'

const HISTORY_DAYS = 90
const SHOWN_PAYMENTS = 6
const HORIZONS = [
  ['30', 'Next 30 days'],
  ['', 'Next 60 days'],
  ['90', 'Next 90 days'],
] as const

/** The balance to be expected, how sure that is, and the payments that are known to come. */
export function ForecastPanel({ id, scope }: { id: string; scope: Scope }) {
  const [{ horizon }, change] = useAddress<'horizon'>()
  const accounts = scope.account_ids
  const forecast = useQuery({
    queryKey: keyed('deal', id, 'forecast', horizon, accounts),
    queryFn: () =>
      api.submissions.forecast(id, {
        horizon: Number(horizon || 60),
        ...(accounts?.length && { account_ids: accounts }),
      }),
    placeholderData: (before) => before,
  })
  const balances = useQuery(reportQuery('balances', id, scope))
  const scorecard = useQuery(reportQuery('scorecard', id, scope))
  return (
    <Panel
      title="Forecast"
      note={forecast.data && `${forecast.data.currency}; the band is 80% likely`}
      actions={
        <Choice
          label="Horizon"
          value={horizon}
          options={HORIZONS}
          onChange={(next) => change({ horizon: next })}
        />
      }
    >
      <Loading query={forecast} height={260}>
        {(data) => (
          <Outlook
            forecast={data}
            daily={balances.data?.daily ?? []}
            grade={scorecard.data?.paper_grade ?? null}
          />
        )}
      </Loading>
    </Panel>
  )
}

interface OutlookProps {
  forecast: SubmissionForecast
  daily: ReportBody<'balances'>['daily']
  grade: string | null
}

function Outlook({ forecast, daily, grade }: OutlookProps) {
  const { summary, currency, reasons, daily: days, predicted_revenue } = forecast
  if (days.length === 0)
    return (
      <p className="text-muted">
        None can be made: {reasons.map(toWords).join(', ') || 'too little is known'}.
      </p>
    )
  const past = daily
    .filter((day): day is typeof day & { balance: number } => day.balance !== null)
    .slice(-HISTORY_DAYS)
  const chance = summary.probability_negative
  const differing = describeOutlook(grade, { chance, days: days.length })
  return (
    <div className="grid gap-3">
      {differing && <p className="caution">{differing}</p>}
      <ForecastChart
        past={past}
        days={days.map((day) => ({
          date: day.date,
          balance: day.predicted_balance,
          low: day.lower_80,
          high: day.upper_80,
        }))}
        label={describe(forecast)}
      />
      <Facts
        facts={[
          [
            'Lowest balance',
            `${formatMoney(summary.min_balance, currency)} on ${formatDay(summary.min_balance_date)}`,
          ],
          ['Below zero', `${formatPercent(summary.probability_negative)} likely`],
          ['Revenue, next 30 days', formatMoney(predicted_revenue.next_30_days, currency)],
        ]}
      />
      <Scheduled forecast={forecast} />
    </div>
  )
}

function Scheduled({ forecast: { scheduled } }: { forecast: SubmissionForecast }) {
  const known = scheduled.filter(({ dates }) => dates.length > 0)
  if (known.length === 0) return null
  const largest = known.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount))
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of what is known to come">
      <table className="ledger">
        <caption className="label p-2 text-left">Expected payments</caption>
        <tbody>
          {largest.slice(0, SHOWN_PAYMENTS).map(({ id, name, amount, dates }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td className="num">{formatCents(amount)}</td>
              <td className="whitespace-nowrap">
                {formatDay(dates[0], false)}
                {dates.length > 1 && <span className="meta"> and {dates.length - 1} more</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function describe({ daily, summary, currency }: SubmissionForecast): string {
  const last = daily.at(-1)!
  return (
    `Expected balance until ${formatDay(last.date)}: ${formatMoney(last.predicted_balance, currency)} ` +
    `at the end, between ${formatMoney(last.lower_80, currency)} and ${formatMoney(last.upper_80, currency)}; ` +
    `lowest ${formatMoney(summary.min_balance, currency)} on ${formatDay(summary.min_balance_date)}.`
  )
}
