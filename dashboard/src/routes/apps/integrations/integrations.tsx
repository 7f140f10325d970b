import type { Integration } from '../../../../../clients/typescript/src/index.ts'
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
import { IntegrationDrawer } from './integration-drawer.tsx'
import { NewIntegration } from './new-integration.tsx'

const COLUMNS: readonly Column<Integration>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Provider', cell: ({ provider }) => toWords(provider) },
  {
    head: 'Status',
    cell: ({ status, is_synthetic }) => (
      <State state={status} word={is_synthetic ? 'Sample data' : undefined} />
    ),
  },
  { head: 'Links', cell: ({ links_count }) => formatCount(links_count), isNumber: true },
  { head: 'Last error', cell: ({ last_error }) => last_error?.message ?? '' },
  {
    head: 'Last called',
    cell: ({ last_used_at }) =>
      last_used_at === null ? 'Never' : formatAgo(last_used_at, Date.now()),
  },
]

/** Providers whose accounts are linked to deals. */
export function Integrations() {
  const [{ open, new: isNew }, change] = useAddress<'open' | 'new'>()
  const can = useCan()
  const records = useRecords<Integration>({
    key: ['integrations'],
    read: (page) => api.integrations.list(page),
  })
  const mayWrite = can('integrations:write')
  useShortcuts([
    { keys: 'n', label: 'Connect a provider', run: () => mayWrite && change({ new: '1' }) },
  ])
  const opened = records.rows?.find(({ id }) => id === open)
  return (
    <Guarded scope="integrations:read">
      <Panel
        title={`Providers of the ${readMode()} mode`}
        isFlush
        actions={
          mayWrite && (
            <button type="button" className="button primary" onClick={() => change({ new: '1' })}>
              Connect a provider
            </button>
          )
        }
      >
        <RecordsTable
          label="providers"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ id }) => ({ to: '.', search: { open: id } })}
          empty={
            <Empty title="No provider is connected">
              With one, an applicant links accounts in place of sending statements.{' '}
              <a href="/docs/providers">How that goes</a>
            </Empty>
          }
        />
      </Panel>
      {opened && (
        <IntegrationDrawer integration={opened} onClose={() => change({ open: undefined })} />
      )}
      {isNew && mayWrite && <NewIntegration onClose={() => change({ new: undefined })} />}
    </Guarded>
  )
}
