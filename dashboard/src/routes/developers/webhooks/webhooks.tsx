import type { Webhook } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { api, readMode } from '../../../data/session.ts'
import { formatAgo, formatCounted } from '../../../format/values.ts'
import { Empty, Panel } from '../../../parts/page.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { State } from '../../../parts/records/state.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { NewWebhook } from './new-webhook.tsx'

const COLUMNS: readonly Column<Webhook>[] = [
  { head: 'Address', cell: ({ url }) => <span className="break-all">{url}</span> },
  { head: 'Status', cell: (webhook) => <WebhookState webhook={webhook} /> },
  { head: 'Events', cell: ({ events }) => describeEvents(events) },
  {
    head: 'Last delivered',
    cell: ({ last_success_at }) =>
      last_success_at === null ? 'Never' : formatAgo(last_success_at, Date.now()),
  },
  {
    head: 'Failed since',
    cell: ({ consecutive_failures }) => formatCounted(consecutive_failures, 'attempt'),
    isNumber: true,
  },
]

/** Addresses of yours that hear of events. */
export function Webhooks() {
  const [{ new: isNew }, change] = useAddress<'new'>()
  const can = useCan()
  const mayWrite = can('webhooks:write')
  const records = useRecords<Webhook>({
    key: ['webhooks'],
    read: (page) => api.webhooks.list(page),
  })
  useShortcuts([{ keys: 'n', label: 'New webhook', run: () => mayWrite && change({ new: '1' }) }])
  return (
    <Guarded scope="webhooks:read">
      <Panel
        title={`Webhooks of the ${readMode()} mode`}
        isFlush
        actions={
          mayWrite && (
            <button type="button" className="button primary" onClick={() => change({ new: '1' })}>
              New webhook
            </button>
          )
        }
      >
        <RecordsTable
          label="webhooks"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ id }) => ({ to: '/developers/webhooks/$id', params: { id } })}
          empty={
            <Empty title="No webhook yet">
              A webhook posts what happens to a server of yours: a deal that is read, a policy that
              decided. <a href="/docs/webhooks">How to receive them</a>
            </Empty>
          }
        />
      </Panel>
      {isNew && mayWrite && <NewWebhook onClose={() => change({ new: undefined })} />}
    </Guarded>
  )
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { status, disabled_reason } = webhook
  return (
    <State
      state={status === 'disabled' && disabled_reason === 'failures' ? 'failed' : status}
      word={disabled_reason === 'failures' ? 'Off after failures' : undefined}
    />
  )
}

function describeEvents(events: readonly string[]): string {
  if (events.includes('*')) return 'All'
  const [first, second] = events
  if (events.length <= 2) return [first, second].filter(Boolean).join(', ')
  return formatCounted(events.length, 'type')
}
