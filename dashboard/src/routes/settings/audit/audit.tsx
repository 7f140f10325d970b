import { useQuery } from '@tanstack/react-query'
import type { AuditLog } from '../../../../../clients/typescript/src/index.ts'
import { dealQuery, keyed } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api, chooseMode, readMode } from '../../../data/session.ts'
import { formatInstant, toWords, formatCounted } from '../../../format/values.ts'
import { Choice } from '../../../parts/filter-fields.tsx'
import { Empty, Panel } from '../../../parts/page.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { usePeople } from '../../deals/people.ts'
import { AuditDrawer } from './audit-drawer.tsx'
import { KIND_CHOICES, nameRecord } from './kinds.ts'
import { ListTools } from '../../../parts/records/list-tools.tsx'

type Name = 'action' | 'kind' | 'who' | 'deal' | 'from' | 'to' | 'open'

const COLUMNS: readonly Column<AuditLog>[] = [
  { head: 'What', cell: ({ summary }) => summary },
  { head: 'Who', cell: ({ actor }) => actor.name ?? toWords(actor.type) },
  { head: 'On', cell: nameRecord },
  { head: 'Deal', cell: ({ submission_name }) => submission_name ?? '' },
  { head: 'From', cell: ({ actor }) => actor.ip ?? '' },
  {
    head: 'When',
    cell: ({ at }) => <span className="whitespace-nowrap">{formatInstant(at)}</span>,
  },
]

const ACTIONS = [
  ['', 'Any action'],
  ...[
    'created',
    'updated',
    'deleted',
    'read_sensitive',
    'exported',
    'downloaded',
    'login',
    'overridden',
    'submitted',
  ].map((name) => [name, toWords(name)] as const),
] as const

/** What was done, by whom, newest first; its chain shows whether an entry is missing. */
export function AuditLogPage() {
  const [search, change] = useAddress<Name>()
  const { action, kind, who, deal, from, to, open } = search
  const filters = {
    ...(action && { action }),
    ...(kind && { resource_type: kind }),
    ...(who && { actor_id: who }),
    ...(deal && { submission_id: deal }),
    ...(from && { start_date: from }),
    ...(to && { end_date: to }),
  }
  const records = useRecords<AuditLog>({
    key: ['audit', filters],
    read: (page) => api.auditLog.list({ ...page, ...filters }),
  })
  const opened = records.rows?.find(({ id }) => id === open)
  return (
    <Guarded scope="audit:read">
      <Filters search={search} onChange={change} />
      {readMode() === 'test' && <OfPeople />}
      <Panel
        title="Audit log"
        note={<Chain />}
        isFlush
        actions={
          <ListTools
            name="audit-log"
            records={records}
            toRecord={({ actor, ...row }) => ({ ...row, actor: actor.name, ip: actor.ip })}
          />
        }
      >
        <RecordsTable
          label="entries"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ id }) => ({ to: '.', search: { open: id } })}
          empty={<Empty title="No entry fits" />}
        />
      </Panel>
      {opened && <AuditDrawer entry={opened} onClose={() => change({ open: undefined })} />}
    </Guarded>
  )
}

/** Sign-ins belong to the organization and not to the data of a mode; they stand in one log. */
function OfPeople() {
  return (
    <p className="notice mb-3">
      This is the log of the test mode’s data. Sign-ins, failed ones, who joined and what changed in
      the team are in the log of the live mode.{' '}
      <button
        type="button"
        className="button"
        onClick={() => {
          chooseMode('live')
          location.reload()
        }}
      >
        Go to the live log
      </button>
    </p>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <label className="flex items-center gap-2">
      <span className="label">{label}</span>
      <input
        type="date"
        className="field"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    </label>
  )
}

/** Each entry carries the hash of the one before; the service recomputes them. */
function Chain() {
  const { data } = useQuery({
    queryKey: keyed('audit', 'chain'),
    queryFn: () => api.auditLog.verify(),
  })
  if (data === undefined) return null
  if (data.valid)
    return (
      <span className="positive">
        ✓ {formatCounted(data.checked, 'entry', 'entries')}, none missing
      </span>
    )
  return <span className="negative">✕ Entry {data.first_bad_sequence} does not fit the others</span>
}

/** A key or a program, which is no member of the team, is chosen from an entry of its own. */
function listOthers(who: string | undefined, people: readonly (readonly [string, string])[]) {
  const isOther = who !== undefined && people.every(([id]) => id !== who)
  return isOther ? [[who, 'Who did the entry that was open'] as const] : []
}

const DEALS_SHOWN = 100

/** The newest deals, and the one that is chosen. */
function useDeals(chosen: string | undefined): (readonly [id: string, name: string])[] {
  const can = useCan()
  const isReader = can('submissions:read')
  const { data: newest = [] } = useQuery({
    queryKey: keyed('deals', 'newest'),
    queryFn: () =>
      api.submissions
        .list({ limit: DEALS_SHOWN })
        .page()
        .then((page) => page.data),
    enabled: isReader,
  })
  const { data: own } = useQuery({ ...dealQuery(chosen ?? ''), enabled: isReader && !!chosen })
  const names = new Map([...newest, ...(own ? [own] : [])].map(({ id, name }) => [id, name]))
  return [...names]
}

interface FilterProps {
  search: { readonly [Key in Name]?: string | undefined }
  onChange: (next: { [Key in Name]?: string | undefined }) => void
}

function Filters({ search: { action, kind, who, deal, from, to }, onChange }: FilterProps) {
  const people = usePeople()
  const deals = useDeals(deal)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 no-print" role="search">
      <Choice
        label="Action"
        value={action}
        options={ACTIONS}
        onChange={(next) => onChange({ action: next })}
      />
      <Choice
        label="Kind of record"
        value={kind}
        options={KIND_CHOICES}
        onChange={(next) => onChange({ kind: next })}
      />
      <Choice
        label="Who"
        value={who}
        options={[['', 'Anybody'], ...people, ...listOthers(who, people)]}
        onChange={(next) => onChange({ who: next })}
      />
      <Choice
        label="Deal"
        value={deal}
        options={[['', 'Any deal'], ...deals]}
        onChange={(next) => onChange({ deal: next })}
      />
      <Day label="From" value={from} onChange={(next) => onChange({ from: next })} />
      <Day label="Until" value={to} onChange={(next) => onChange({ to: next })} />
    </div>
  )
}
