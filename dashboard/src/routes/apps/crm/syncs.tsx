import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CrmIntegrationSync } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatCount, formatInstant, toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { State } from '../../../parts/records/state.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { ListTools } from '../../../parts/records/list-tools.tsx'

const REFRESH_MS = 5_000

const COLUMNS: readonly Column<CrmIntegrationSync>[] = [
  { head: 'Started', cell: ({ created_at }) => formatAgo(created_at, Date.now()) },
  { head: 'Status', cell: ({ status }) => <State state={status} word={WORDS[status]} /> },
  { head: 'By', cell: ({ trigger }) => toWords(trigger) },
  { head: 'Created', cell: ({ created }) => formatCount(created), isNumber: true },
  { head: 'Changed', cell: ({ updated }) => formatCount(updated), isNumber: true },
  { head: 'Unchanged', cell: ({ skipped }) => formatCount(skipped), isNumber: true },
  { head: 'Failed', cell: ({ failed }) => formatCount(failed), isNumber: true },
  { head: 'Taken over', cell: ({ pulled }) => formatCount(pulled), isNumber: true },
]

const WORDS: Readonly<Record<string, string>> = { succeeded: 'Done' }

/** What was written into the CRM and taken over from it, the last first. */
export function Syncs({ id }: { id: string }) {
  const [{ open }, change] = useAddress<'open'>()
  const records = useRecords<CrmIntegrationSync>({
    key: ['crm', 'syncs', id],
    read: (page) => api.crmIntegrations.listSyncs(id, page),
    everyMs: REFRESH_MS,
  })
  return (
    <Panel title="Syncs" isFlush actions={<ListTools name="syncs" records={records} />}>
      <RecordsTable
        label="syncs"
        records={records}
        toKey={(sync) => sync.id}
        columns={COLUMNS}
        toTarget={(sync) => ({ to: '.', search: { open: sync.id } })}
        empty={<Empty title="Nothing was synced yet" />}
      />
      {open && <Opened id={id} syncId={open} onClose={() => change({ open: undefined })} />}
    </Panel>
  )
}

interface OpenedProps {
  id: string
  syncId: string
  onClose: () => void
}

function Opened({ id, syncId, onClose }: OpenedProps) {
  const sync = useQuery({
    queryKey: keyed('crm', 'sync', syncId),
    queryFn: () => api.crmIntegrations.getSync(id, syncId),
  })
  return (
    <Dialog title="Sync" kind="drawer" onClose={onClose}>
      <div className="p-4">
        <Loading query={sync} height={240}>
          {(data) => <Records sync={data} />}
        </Loading>
      </div>
    </Dialog>
  )
}

function Records({ sync }: { sync: CrmIntegrationSync }) {
  return (
    <div className="grid gap-4">
      <Facts
        facts={[
          ['Status', <State key="status" state={sync.status} word={WORDS[sync.status]} />],
          ['Started', sync.started_at && formatInstant(sync.started_at)],
          ['Ended', sync.finished_at && formatInstant(sync.finished_at)],
          ['Why', sync.error?.message],
        ]}
      />
      <ul className="grid gap-2" aria-label="Records">
        {sync.items.map(({ submission_id, object, key, action, changes, error }) => (
          <li key={`${object} ${key}`}>
            <span className={action === 'failed' ? 'negative' : ''}>
              {toWords(object)}: {toWords(action)}
            </span>{' '}
            {submission_id && (
              <Link to="/deals/$id" params={{ id: submission_id }}>
                Open the deal
              </Link>
            )}
            <div className="meta">{error?.message ?? changes.join(', ')}</div>
          </li>
        ))}
      </ul>
    </div>
  )
}
