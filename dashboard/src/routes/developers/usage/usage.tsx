import { useQuery } from '@tanstack/react-query'
import type { Usage } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { api, readMode } from '../../../data/session.ts'
import { formatBytes, formatCount, formatDay, formatPercent } from '../../../format/values.ts'
import { Choice } from '../../../parts/filter-fields.tsx'
import { Loading, Panel } from '../../../parts/page.tsx'
import { saveRecords } from '../../../parts/save-csv.ts'
import { Guarded } from '../../../parts/records/section.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { DayBars } from './day-bars.tsx'
import { fillDays, toPeriod, type CallsOfDay } from './periods.ts'
import { CallersTable, EndpointsTable } from './tables.tsx'

const PERIODS = [
  ['', 'This month'],
  ['last_month', 'Last month'],
  ['30_days', 'Last 30 days'],
] as const

/** What was used in a period: calls, pages, rows, by day, by key and by endpoint. */
export function UsagePage() {
  const [{ period }, change] = useAddress<'period'>()
  const days = toPeriod(period ?? 'month', new Date())
  const usage = useQuery({
    queryKey: keyed('usage', days),
    queryFn: () => api.usage.get({ ...days, group_by: ['day', 'key', 'endpoint'] }),
  })
  return (
    <Guarded scope="usage:read">
      <div className="mb-3 flex flex-wrap items-center gap-2 no-print">
        <Choice
          label="Period"
          value={period}
          options={PERIODS}
          onChange={(next) => change({ period: next })}
        />
        <span className="meta">
          {formatDay(days.start_date)} to {formatDay(days.end_date)}, {readMode()} mode
        </span>
      </div>
      <Loading query={usage} height={420}>
        {(data) => <Page usage={data} days={fillDays(data.by_day, days)} />}
      </Loading>
    </Guarded>
  )
}

function Page({ usage, days }: { usage: Usage; days: readonly CallsOfDay[] }) {
  const { by_day, by_key, by_endpoint } = usage
  return (
    <div className="grid gap-4">
      <Totals usage={usage} />
      <Panel
        title="Calls by day"
        actions={
          <button type="button" className="button" onClick={() => saveRecords('usage', by_day)}>
            CSV
          </button>
        }
      >
        <DayBars days={days} />
      </Panel>
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title="By caller" isFlush>
          <CallersTable rows={by_key} />
        </Panel>
        <Panel title="By endpoint" isFlush>
          <EndpointsTable rows={by_endpoint} />
        </Panel>
      </div>
    </div>
  )
}

function Totals({ usage: { totals, limits } }: { usage: Usage }) {
  const tiles = [
    ['API calls', formatCount(totals.api_calls)],
    ['Documents read', formatCount(totals.documents_processed)],
    ['Pages read', formatCount(totals.pages_processed)],
    ['Rows categorized', formatCount(totals.transactions_enriched)],
    ['Webhook deliveries', formatCount(totals.webhook_deliveries)],
    ['Workflow runs', formatCount(totals.workflow_runs)],
    ['E-mails received', formatCount(totals.emails_received)],
    ['Calls of agents', formatCount(totals.mcp_calls)],
    ['Stored files', formatCount(totals.storage_files)],
    ['Storage', formatBytes(totals.storage_bytes)],
  ] as const
  return (
    <>
      <div className="tiles" role="group" aria-label="Totals">
        {tiles.map(([label, value]) => (
          <div key={label} className="tile !min-h-0">
            <span className="label">{label}</span>
            <span className="tile-value">{value}</span>
          </div>
        ))}
      </div>
      {limits.quota !== null && limits.remaining !== null && (
        <p className="meta">
          {formatCount(limits.remaining)} of {formatCount(limits.quota)} calls of the month are left
          ({formatPercent(limits.remaining / limits.quota)})
        </p>
      )}
    </>
  )
}
