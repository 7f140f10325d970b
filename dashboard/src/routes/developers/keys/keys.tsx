import { useQuery } from '@tanstack/react-query'
import type { ApiKey } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api, readMode } from '../../../data/session.ts'
import { formatAgo, formatDay } from '../../../format/values.ts'
import { Choice } from '../../../parts/filter-fields.tsx'
import { Empty, Fault, Panel } from '../../../parts/page.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { State } from '../../../parts/records/state.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { KeyDrawer } from './key-drawer.tsx'
import { NewKey } from './new-key.tsx'
import { describeScopes } from './scope-list.ts'

const COLUMNS: readonly Column<ApiKey>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Key', cell: ({ hint }) => <code className="whitespace-nowrap">{hint}</code> },
  { head: 'Status', cell: ({ status }) => <State state={status} /> },
  { head: 'May use', cell: ({ scopes }) => describeScopes(scopes) },
  {
    head: 'Last used',
    cell: ({ last_used_at }) =>
      last_used_at === null ? 'Never' : formatAgo(last_used_at, Date.now()),
  },
  {
    head: 'Ends',
    cell: ({ expires_at, grace_ends_at }) => {
      const end = grace_ends_at ?? expires_at
      return end === null ? 'Never' : formatDay(end)
    },
  },
]

const STATUSES = [
  ['', 'Not revoked'],
  ['active', 'Active'],
  ['rotating', 'Being rotated'],
  ['inactive', 'Off'],
  ['revoked', 'Revoked'],
] as const

/** The keys of the mode: made, replaced, switched off and revoked. */
export function Keys() {
  const [{ status, open, new: isNew }, change] = useAddress<'status' | 'open' | 'new'>()
  const can = useCan()
  const records = useRecords<ApiKey>({
    key: ['keys', status],
    read: (page) => api.apiKeys.list({ ...page, mode: readMode(), ...(status && { status }) }),
  })
  const mayWrite = can('keys:write')
  useShortcuts([{ keys: 'n', label: 'New key', run: () => mayWrite && change({ new: '1' }) }])
  const kept = records.rows?.filter((key) => status !== undefined || key.status !== 'revoked')
  const list = { ...records, rows: kept }
  return (
    <Guarded scope="keys:read">
      <Panel
        title={`Keys of the ${readMode()} mode`}
        isFlush
        actions={
          <div className="flex gap-2">
            <Choice
              label="Status"
              value={status}
              options={STATUSES}
              onChange={(next) => change({ status: next })}
            />
            {mayWrite && (
              <button type="button" className="button primary" onClick={() => change({ new: '1' })}>
                New key
              </button>
            )}
          </div>
        }
      >
        <RecordsTable
          label="keys"
          records={list}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ id }) => ({ to: '.', search: { open: id } })}
          empty={
            <Empty title="No key here">
              A key lets a program of yours call the API as far as its scopes reach.
            </Empty>
          }
        />
      </Panel>
      {open && <OpenKey id={open} onClose={() => change({ open: undefined })} />}
      {isNew && mayWrite && <NewKey onClose={() => change({ new: undefined })} />}
    </Guarded>
  )
}

function OpenKey({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: keyed('keys', 'one', id),
    queryFn: () => api.apiKeys.get(id),
  })
  if (error) return <Fault error={error} />
  return data === undefined ? null : <KeyDrawer apiKey={data} onClose={onClose} />
}
