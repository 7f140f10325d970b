import { useQuery } from '@tanstack/react-query'
import { reportQuery, type ReportBody, type Scope } from '../../../data/queries.ts'
import { formatCounted, formatDay, formatMoney } from '../../../format/values.ts'
import { BalanceChart } from '../../../parts/chart/balance-chart.tsx'
import { Loading, Panel } from '../../../parts/page.tsx'

export function BalancePanel({ id, scope }: { id: string; scope: Scope }) {
  const balances = useQuery(reportQuery('balances', id, scope))
  return (
    <Panel
      title="Daily balance"
      note={balances.data && `${balances.data.currency}, all accounts in scope`}
    >
      <Loading query={balances} height={240}>
        {(data) => <BalanceChart days={data.daily} label={describe(data)} />}
      </Loading>
    </Panel>
  )
}

/** The picture in a sentence. */
function describe({ daily, summary, currency }: ReportBody<'balances'>): string {
  const [first, last] = [daily[0], daily.at(-1)]
  const money = (value: number | null) => formatMoney(value, currency)
  return (
    `Daily balance from ${formatDay(first?.date)} to ${formatDay(last?.date)}: ` +
    `lowest ${money(summary.min)}, highest ${money(summary.max)}, ` +
    `${money(summary.average_daily_balance)} on average, ` +
    `${formatCounted(summary.negative_days ?? 0, 'negative day')}.`
  )
}
