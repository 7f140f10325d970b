import type { SubmissionBankSummary } from '../../../../../clients/typescript/src/index.ts'
import { formatMonth, formatWhole } from '../../../format/values.ts'
import { CashFlowChart, type FlowMonth } from '../../../parts/chart/cash-flow-chart.tsx'
import { Loading, Panel } from '../../../parts/page.tsx'

interface Props {
  summary: { data: SubmissionBankSummary | undefined; error: unknown; refetch: () => unknown }
}

export function CashFlowPanel({ summary }: Props) {
  return (
    <Panel title="Cash flow by month" note={<Legend />}>
      <Loading query={summary} height={240}>
        {(data) => {
          const months = data.rows.map((row) => ({
            month: row.period,
            inflow: row.total_credits,
            outflow: row.total_debits,
          }))
          return <CashFlowChart months={months} label={describe(months)} />
        }}
      </Loading>
    </Panel>
  )
}

function Legend() {
  return (
    <span aria-hidden="true" className="inline-flex gap-3">
      <span>
        <span style={{ color: 'var(--inflow)' }}>■</span> in
      </span>
      <span>
        <span style={{ color: 'var(--outflow)' }}>■</span> out
      </span>
      <span>○ net</span>
    </span>
  )
}

function describe(months: readonly FlowMonth[]): string {
  const texts = months.map(
    ({ month, inflow, outflow }) =>
      `${formatMonth(month)} in ${formatWhole(inflow)}, out ${formatWhole(outflow)}, net ${formatWhole(inflow - outflow)}`,
  )
  return `Cash flow by month: ${texts.join('; ')}.`
}
