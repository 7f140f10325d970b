import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Event, EventDetail } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatInstant } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Choice, Typed } from '../../../parts/filter-fields.tsx'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { Json } from '../../../parts/records/code.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { State } from '../../../parts/records/state.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { eventTypesQuery } from './event-types.ts'
import { ListTools } from '../../../parts/records/list-tools.tsx'

const REFRESH_MS = 5_000

const COLUMNS: readonly Column<Event>[] = [
  { head: 'Event', cell: ({ type }) => <code>{type}</code> },
  {
    head: 'Deal',
    cell: ({ submission_id }) =>
      submission_id === null ? (
        ''
      ) : (
        <Link to="/deals/$id" params={{ id: submission_id }}>
          Open the deal
        </Link>
      ),
  },
  { head: 'When', cell: ({ created_at }) => formatAgo(created_at, Date.now()) },
]

/** What happened, newest first, whether or not a webhook heard of it. */
export function Events() {
  const [{ type, deal, open }, change] = useAddress<'type' | 'deal' | 'open'>()
  const types = useQuery(eventTypesQuery())
  const records = useRecords<Event>({
    key: ['events', type, deal],
    read: (page) =>
      api.events.list({ ...page, ...(type && { type }), ...(deal && { submission_id: deal }) }),
    everyMs: REFRESH_MS,
  })
  const options = (types.data ?? []).map((one) => [one.type, one.type] as const)
  return (
    <Guarded scope="webhooks:read">
      <div className="mb-3 flex flex-wrap items-center gap-2 no-print" role="search">
        <Choice
          label="Type"
          value={type}
          options={[['', 'Any type'], ...options]}
          onChange={(next) => change({ type: next })}
        />
        <Typed
          label="Deal"
          placeholder="Id of a deal, or ext:…"
          className="w-[260px] max-w-full"
          value={deal}
          onChange={(next) => change({ deal: next })}
        />
      </div>
      <Panel title="Events" isFlush actions={<ListTools name="events" records={records} />}>
        <RecordsTable
          label="events"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ id }) => ({ to: '.', search: { open: id } })}
          empty={
            <Empty title="No event fits">
              Events are made as deals are created, read and decided.{' '}
              <a href="/docs/events">All types</a>
            </Empty>
          }
        />
      </Panel>
      {open && <EventDrawer id={open} onClose={() => change({ open: undefined })} />}
    </Guarded>
  )
}

function EventDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const event = useQuery({
    queryKey: keyed('events', 'one', id),
    queryFn: () => api.events.get(id),
  })
  return (
    <Dialog title="Event" note={<code>{id}</code>} kind="drawer" onClose={onClose}>
      <div className="p-4">
        <Loading query={event} height={240}>
          {(data) => <Details event={data} />}
        </Loading>
      </div>
    </Dialog>
  )
}

function Details({ event: { type, created_at, data, deliveries } }: { event: EventDetail }) {
  return (
    <div className="grid gap-4">
      <Facts
        facts={[
          ['Type', <code key="type">{type}</code>],
          ['When', formatInstant(created_at)],
        ]}
      />
      <section aria-label="Deliveries" className="grid gap-2">
        <h3>Deliveries</h3>
        {deliveries.length === 0 && <p className="text-muted">No webhook wanted this event.</p>}
        <ul className="grid gap-1">
          {deliveries.map(({ id, webhook_id, status, attempt_count, is_replay }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4">
              <State state={status} />
              <Link to="/developers/webhooks/$id" params={{ id: webhook_id }} search={{ open: id }}>
                {attempt_count} {attempt_count === 1 ? 'attempt' : 'attempts'}
              </Link>
              {is_replay && <span className="meta">sent again by hand</span>}
            </li>
          ))}
        </ul>
      </section>
      <Json label="Data" value={data} />
    </div>
  )
}
