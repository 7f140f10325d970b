import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BrokerSubmission } from '../../../../clients/typescript/src/index.ts'
import { sessionQuery } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { formatAgo, formatMoney } from '../../format/values.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Choice, Typed } from '../../parts/filter-fields.tsx'
import { Empty, PageHead } from '../../parts/page.tsx'
import { Form, TextField } from '../../parts/records/form.tsx'
import { RecordsTable, type Column } from '../../parts/records/records-table.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { State } from '../../parts/records/state.tsx'
import { useRecords } from '../../parts/records/use-records.ts'
import { useAddress } from '../../parts/use-address.ts'
import { useShortcuts } from '../../shell/keys.ts'
import { refreshBroker } from './broker-queries.ts'
import { OtherMode } from './other-mode.tsx'
import { ListTools } from '../../parts/records/list-tools.tsx'

const REFRESH_MS = 10_000

const COLUMNS: readonly Column<BrokerSubmission>[] = [
  { head: 'Business', cell: ({ business, reference }) => business.name ?? reference },
  { head: 'Reference', cell: ({ reference }) => <code>{reference}</code> },
  { head: 'Status', cell: (deal) => <Stage deal={deal} /> },
  {
    head: 'Requested',
    cell: ({ funding }) => formatMoney(funding?.amount, funding?.currency ?? 'USD'),
    isNumber: true,
  },
  { head: 'Still required', cell: ({ requirements }) => describeOpen(requirements) },
  { head: 'Changed', cell: ({ updated_at }) => formatAgo(updated_at, Date.now()) },
]

const BROKER_COLUMN: Column<BrokerSubmission> = {
  head: 'Broker',
  cell: ({ broker }) => broker.name,
}

/** Where a deal stands, in the words of its broker; a decision is named. */
export function Stage({ deal: { stage, decision } }: { deal: BrokerSubmission }) {
  const words: Readonly<Record<string, string>> = { approved: 'Approved', declined: 'Declined' }
  if (decision === 'declined') return <State state="failed" word="Declined" />
  return (
    <State
      state={stage}
      word={stage === 'received' ? 'Received' : decision ? words[decision] : undefined}
    />
  )
}

function describeOpen(requirements: BrokerSubmission['requirements']): string {
  const open = requirements.filter(({ satisfied }) => !satisfied)
  return open.length === 0 ? 'Nothing' : open.map(({ label }) => label).join(', ')
}

const STATUSES = [
  ['', 'All deals'],
  ['draft', 'Drafts'],
  ['submitted', 'Received'],
  ['in_review', 'In review'],
  ['changes_requested', 'Needs documents'],
  ['accepted', 'Accepted'],
  ['rejected', 'Declined'],
  ['withdrawn', 'Withdrawn'],
] as const

/** The deals of a broker; for the lender those of all brokers. */
export function BrokerDeals() {
  const [{ q, status, new: isNew }, change] = useAddress<'q' | 'status' | 'new'>()
  const can = useCan()
  const { data: session } = useQuery(sessionQuery)
  const isBroker = session?.role === 'broker'
  const records = useRecords<BrokerSubmission>({
    key: ['broker', 'list', q, status],
    read: (page) =>
      api.broker.listSubmissions({ ...page, ...(q && { q }), ...(status && { status }) }),
    everyMs: REFRESH_MS,
  })
  const mayCreate = isBroker && can('broker:write')
  useShortcuts([{ keys: 'n', label: 'New deal', run: () => mayCreate && change({ new: '1' }) }])
  return (
    <Guarded scope="broker:read">
      <PageHead title={isBroker ? 'Your deals' : 'Deals of brokers'}>
        {!isBroker && <ListTools name="deals-of-brokers" records={records} />}
        {mayCreate && (
          <button type="button" className="button primary" onClick={() => change({ new: '1' })}>
            New deal
          </button>
        )}
      </PageHead>
      <div className="mb-3 flex flex-wrap items-center gap-2 no-print" role="search">
        <Typed
          label="Search the deals"
          placeholder="Business or reference"
          className="w-[240px]"
          value={q}
          onChange={(next) => change({ q: next })}
        />
        <Choice
          label="Status"
          value={status}
          options={STATUSES}
          onChange={(next) => change({ status: next })}
        />
      </div>
      <OtherMode error={records.list.error} />
      <section className="panel" aria-label="Deals">
        <RecordsTable
          label="deals"
          records={records}
          toKey={({ id }) => id}
          columns={isBroker ? COLUMNS : [...COLUMNS, BROKER_COLUMN]}
          toTarget={({ id }) => ({ to: '/broker/$id', params: { id } })}
          empty={
            <Empty title="No deals here">
              {isBroker
                ? 'Start with the name of the business; everything else can follow.'
                : 'Brokers bring their deals here, and they become deals of yours once accepted.'}
            </Empty>
          }
        />
      </section>
      {isNew && mayCreate && <NewDraft onClose={() => change({ new: undefined })} />}
    </Guarded>
  )
}

function NewDraft({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const create = async (): Promise<void> => {
    const { id } = await api.broker.createSubmission({ business: { name: name.trim() } })
    await refreshBroker()
    await navigate({ to: '/broker/$id', params: { id } })
  }
  return (
    <Dialog title="New deal" onClose={onClose}>
      <div className="p-4">
        <Form submitLabel="Start" onSubmit={create} onCancel={onClose} isReady={name.trim() !== ''}>
          <TextField label="Name of the business" value={name} onChange={setName} isRequired />
        </Form>
      </div>
    </Dialog>
  )
}
