import { Link } from '@tanstack/react-router'
import type { Email } from '../../../../clients/typescript/src/index.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { formatAgo } from '../../format/values.ts'
import { Choice, Typed } from '../../parts/filter-fields.tsx'
import { Empty, Panel } from '../../parts/page.tsx'
import { RecordsTable, type Column } from '../../parts/records/records-table.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { State } from '../../parts/records/state.tsx'
import { useRecords } from '../../parts/records/use-records.ts'
import { useAddress } from '../../parts/use-address.ts'
import { useShortcuts } from '../../shell/keys.ts'
import { Compose } from './compose.tsx'
import { IntakeAddress } from './intake-address.tsx'
import { MessageDrawer } from './message-drawer.tsx'
import { describeParty, nameSent } from './party.ts'
import { ListTools } from '../../parts/records/list-tools.tsx'

type Name = 'q' | 'direction' | 'status' | 'deal' | 'open' | 'new'

const REFRESH_MS = 10_000

const COLUMNS: readonly Column<Email>[] = [
  { head: 'Subject', cell: ({ subject }) => subject || '(no subject)' },
  {
    head: 'With',
    cell: ({ direction, from, to }) =>
      direction === 'inbound'
        ? `← ${from === null ? 'unknown' : describeParty(from)}`
        : `→ ${to.map(describeParty).join(', ')}`,
  },
  { head: 'Status', cell: ({ status }) => <State state={status} word={nameSent(status)} /> },
  {
    head: 'Files',
    cell: ({ attachments }) => attachments.filter(({ is_inline }) => !is_inline).length || '',
    isNumber: true,
  },
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

const STATUSES = [
  ['', 'Any status'],
  ['processed', 'Processed'],
  ['ignored', 'Ignored'],
  ['sent', 'Sent'],
  ['queued', 'Waiting'],
  ['bounced', 'Bounced'],
  ['failed', 'Failed'],
] as const

const toRecord = ({ from, to, ...mail }: Email): object => ({
  ...mail,
  from: from === null ? null : describeParty(from),
  to: to.map(describeParty),
})

/** Every mail of the mode, or of one deal: with files that became documents. */
export function Messages() {
  const [search, change] = useAddress<Name>()
  const { q, direction, status, deal, open, new: isNew } = search
  const can = useCan()
  const mayWrite = can('emails:write')
  useShortcuts([{ keys: 'n', label: 'Write a mail', run: () => mayWrite && change({ new: '1' }) }])
  const records = useRecords<Email>({
    key: ['emails', q, direction, status, deal],
    read: (page) =>
      api.emails.list({
        ...page,
        ...(q && { q }),
        ...(direction && { direction }),
        ...(status && { status }),
        ...(deal && { submission_id: deal }),
      }),
    everyMs: REFRESH_MS,
  })
  return (
    <Guarded scope="emails:read">
      <IntakeAddress />
      <Filters search={search} onChange={change} />
      <Panel
        title="Messages"
        isFlush
        actions={
          <div className="flex flex-wrap gap-2">
            <ListTools name="mails" records={records} toRecord={toRecord} />
            {mayWrite && (
              <button type="button" className="button primary" onClick={() => change({ new: '1' })}>
                Write a mail
              </button>
            )}
          </div>
        }
      >
        <RecordsTable
          label="mails"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ id }) => ({ to: '.', search: { open: id } })}
          empty={
            <Empty title="No mail fits">
              Files that are mailed to the address of a deal become its documents.{' '}
              <a href="/docs/email">How mail comes in</a>
            </Empty>
          }
        />
      </Panel>
      {isNew && mayWrite && <Compose deal={deal} onClose={() => change({ new: undefined })} />}
      {open && <MessageDrawer id={open} onClose={() => change({ open: undefined })} />}
    </Guarded>
  )
}

interface FilterProps {
  search: { readonly [Key in Name]?: string | undefined }
  onChange: (next: { [Key in Name]?: string | undefined }) => void
}

function Filters({ search: { q, direction, status, deal }, onChange }: FilterProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 no-print" role="search">
      <Typed
        label="Search the mails"
        placeholder="Subject, name or address"
        className="w-[240px]"
        value={q}
        onChange={(next) => onChange({ q: next })}
      />
      <Choice
        label="Direction"
        value={direction}
        options={[
          ['', 'In and out'],
          ['inbound', 'In'],
          ['outbound', 'Out'],
        ]}
        onChange={(next) => onChange({ direction: next })}
      />
      <Choice
        label="Status"
        value={status}
        options={STATUSES}
        onChange={(next) => onChange({ status: next })}
      />
      {deal && (
        <button
          type="button"
          className="chip min-h-6 hover:bg-hover"
          aria-label="Remove the filter of one deal"
          onClick={() => onChange({ deal: undefined })}
        >
          one deal <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  )
}
