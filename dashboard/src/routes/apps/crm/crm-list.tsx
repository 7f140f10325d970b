import type { CrmIntegration } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { api, readMode } from '../../../data/session.ts'
import { formatAgo, formatCount, toWords } from '../../../format/values.ts'
import { Empty, Panel } from '../../../parts/page.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { State } from '../../../parts/records/state.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { NewCrm } from './new-crm.tsx'
import { PROVIDER_NAMES } from './providers.ts'

const COLUMNS: readonly Column<CrmIntegration>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'CRM', cell: ({ provider }) => PROVIDER_NAMES[provider] ?? toWords(provider) },
  { head: 'Status', cell: ({ status }) => <State state={status} /> },
  { head: 'Writes', cell: ({ config }) => toWords(config.trigger) },
  { head: 'Synced', cell: ({ stats }) => formatCount(stats.synced), isNumber: true },
  { head: 'Failed', cell: ({ stats }) => formatCount(stats.failed), isNumber: true },
  {
    head: 'Last sync',
    cell: ({ last_sync }) => (last_sync === null ? 'Never' : formatAgo(last_sync.at, Date.now())),
  },
]

/** The CRMs that deals are written into. */
export function CrmList() {
  const [{ new: isNew }, change] = useAddress<'new'>()
  const can = useCan()
  const records = useRecords<CrmIntegration>({
    key: ['crm'],
    read: (page) => api.crmIntegrations.list(page),
  })
  const mayWrite = can('crm:write')
  useShortcuts([{ keys: 'n', label: 'Connect a CRM', run: () => mayWrite && change({ new: '1' }) }])
  return (
    <Guarded scope="crm:read">
      <Panel
        title={`CRMs of the ${readMode()} mode`}
        isFlush
        actions={
          mayWrite && (
            <button type="button" className="button primary" onClick={() => change({ new: '1' })}>
              Connect a CRM
            </button>
          )
        }
      >
        <RecordsTable
          label="CRMs"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ id }) => ({ to: '/apps/crm/$id', params: { id } })}
          empty={
            <Empty title="No CRM is connected">
              Companies, deals, statements and positions are written into yours, and kept as they
              change.
            </Empty>
          }
        />
      </Panel>
      {isNew && mayWrite && <NewCrm onClose={() => change({ new: undefined })} />}
    </Guarded>
  )
}
