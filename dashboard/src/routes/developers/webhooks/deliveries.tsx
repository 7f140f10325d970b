import type { WebhookDelivery } from '../../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatInstant } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Choice } from '../../../parts/filter-fields.tsx'
import { Empty, Panel } from '../../../parts/page.tsx'
import { Code } from '../../../parts/records/code.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { State } from '../../../parts/records/state.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { notify } from '../../../parts/toasts.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { AttemptPanel } from './attempt.tsx'
import { ListTools } from '../../../parts/records/list-tools.tsx'

const REFRESH_MS = 5_000

const STATUSES = [
  ['', 'Any status'],
  ['succeeded', 'Delivered'],
  ['failed', 'Failed'],
  ['retrying', 'Retrying'],
  ['pending', 'Waiting'],
  ['held', 'On hold'],
] as const

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  { head: 'Event', cell: ({ event_type }) => <code>{event_type}</code> },
  { head: 'Status', cell: ({ status }) => <State state={status} /> },
  { head: 'Response', cell: ({ attempts }) => describeResponse(attempts) },
  {
    head: 'Attempts',
    cell: ({ attempt_count, max_attempts }) => `${attempt_count} of ${max_attempts}`,
    isNumber: true,
  },
  {
    head: 'Kind',
    cell: ({ is_test, is_replay }) =>
      [is_test && 'test', is_replay && 'sent again'].filter(Boolean).join(', '),
  },
  { head: 'When', cell: ({ created_at }) => formatAgo(created_at, Date.now()) },
]

function describeResponse(attempts: WebhookDelivery['attempts']): string {
  const last = attempts.at(-1)
  if (last === undefined) return ''
  return String(last.response_status ?? last.error ?? '')
}

/** What a webhook was sent, and how that went. */
export function Deliveries({ id }: { id: string }) {
  const [{ status, open }, change] = useAddress<'status' | 'open'>()
  const records = useRecords<WebhookDelivery>({
    key: ['webhooks', 'deliveries', id, status],
    read: (page) => api.webhooks.listDeliveries(id, { ...page, ...(status && { status }) }),
    everyMs: REFRESH_MS,
  })
  const opened = records.rows?.find((row) => row.id === open)
  return (
    <Panel
      title="Deliveries"
      isFlush
      actions={
        <div className="flex flex-wrap gap-2">
          <Choice
            label="Status"
            value={status}
            options={STATUSES}
            onChange={(next) => change({ status: next })}
          />
          <ListTools name="deliveries" records={records} />
        </div>
      }
    >
      <RecordsTable
        label="deliveries"
        records={records}
        toKey={(row) => row.id}
        columns={COLUMNS}
        toTarget={(row) => ({ to: '.', search: { open: row.id } })}
        empty={<Empty title="Nothing was sent yet">Send a test to see how it arrives.</Empty>}
      />
      {opened && <Opened delivery={opened} onClose={() => change({ open: undefined })} />}
    </Panel>
  )
}

function Opened({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  const can = useCan()
  const { id, webhook_id, status, attempts, request, next_attempt_at } = delivery
  const isDone = status === 'succeeded' || status === 'failed'
  const replay = async (): Promise<void> => {
    try {
      await api.webhooks.replayDelivery(webhook_id, id)
      await queryClient.invalidateQueries({ queryKey: keyed('webhooks') })
      notify('On its way again')
      onClose()
    } catch (error) {
      notify(describeError(error).message)
    }
  }
  return (
    <Dialog
      title={delivery.event_type}
      note={<State state={status} />}
      kind="drawer"
      onClose={onClose}
    >
      <div className="grid gap-4 p-4">
        <Facts
          facts={[
            ['Sent to', request.url],
            ['Created', formatInstant(delivery.created_at)],
            ['Tried next', next_attempt_at && formatInstant(next_attempt_at)],
            ['Event', <code key="event">{delivery.event_id}</code>],
          ]}
        />
        {isDone && can('webhooks:write') && (
          <div>
            <button type="button" className="button" onClick={() => void replay()}>
              Send it again
            </button>
          </div>
        )}
        {attempts.toReversed().map((attempt) => (
          <AttemptPanel key={attempt.number} attempt={attempt} />
        ))}
        <Code label="Headers that were sent" text={toLines(request.headers)} />
        <Code label="Body that was sent" text={indent(request.body)} />
      </div>
    </Dialog>
  )
}

function toLines(headers: Record<string, unknown>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n')
}

/** The signature covers the body as it was sent; people read it indented. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
