import { Link } from '@tanstack/react-router'
import type {
  Integration,
  IntegrationCall,
  IntegrationLink,
} from '../../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatCounted, toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Empty } from '../../../parts/page.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { State } from '../../../parts/records/state.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { notify } from '../../../parts/toasts.tsx'
import { StatusCode } from '../../developers/requests/status-code.tsx'

interface Props {
  integration: Integration
  onClose: () => void
}

/** One provider: whose accounts it reads, how that goes, and what it was called. */
export function IntegrationDrawer({ integration, onClose }: Props) {
  const can = useCan()
  const { id, name, provider, status, is_synthetic, credentials_set, last_error } = integration
  return (
    <Dialog title={name} note={toWords(provider)} kind="drawer" onClose={onClose}>
      <div className="grid gap-6 p-4">
        <Facts
          facts={[
            ['Status', <State key="status" state={status} />],
            ['Data', is_synthetic ? 'sample data, for the test mode' : 'of the provider'],
            ['Credentials', credentials_set ? 'kept' : 'none'],
            ['Last error', last_error?.message],
          ]}
        />
        {can('integrations:write') && <Turn integration={integration} />}
        <Links id={id} />
        <Calls id={id} />
      </div>
    </Dialog>
  )
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyed('integrations') })
}

function Turn({ integration: { id, name, status } }: { integration: Integration }) {
  const isOn = status !== 'disabled'
  const turn = async (next: boolean): Promise<void> => {
    try {
      await api.integrations.update(id, { status: next ? 'active' : 'disabled' })
      await refresh()
      notify(`${name} is switched ${next ? 'on' : 'off'}`, () => void turn(!next))
    } catch (error) {
      notify(describeError(error).message)
    }
  }
  return (
    <button type="button" className="button justify-self-start" onClick={() => void turn(!isOn)}>
      Switch {isOn ? 'off' : 'on'}
    </button>
  )
}

const LINK_COLUMNS: readonly Column<IntegrationLink>[] = [
  {
    head: 'Bank',
    cell: ({ institution_name, accounts }) => (
      <>
        {institution_name ?? 'Not linked yet'}
        <div className="meta">{formatCounted(accounts.length, 'account')}</div>
      </>
    ),
  },
  {
    head: 'Status',
    cell: ({ status, error }) => (
      <>
        <State state={status} />
        {error && <div className="meta">{error.message}</div>}
      </>
    ),
  },
  {
    head: 'Deal',
    cell: ({ submission_id }) => (
      <Link to="/deals/$id" params={{ id: submission_id }}>
        Open
      </Link>
    ),
  },
  { head: 'Change', cell: (link) => <LinkActions link={link} /> },
]

function Links({ id }: { id: string }) {
  const records = useRecords<IntegrationLink>({
    key: ['integrations', 'links', id],
    read: (page) => api.integrations.listLinks(id, page),
  })
  return (
    <section aria-label="Links">
      <h3 className="mb-2">Links</h3>
      <RecordsTable
        label="links"
        records={records}
        toKey={(link) => link.id}
        columns={LINK_COLUMNS}
        empty={<Empty title="Nobody has linked accounts yet" />}
      />
    </section>
  )
}

function LinkActions({ link: { id, integration_id, status } }: { link: IntegrationLink }) {
  const can = useCan()
  if (!can('integrations:write') || status === 'deleted' || status === 'pending') return null
  const read = async (): Promise<void> => {
    try {
      await api.integrations.refresh(integration_id, id)
      await refresh()
      notify('Being read')
    } catch (error) {
      notify(describeError(error).message)
    }
  }
  return (
    <button type="button" className="button" onClick={() => void read()}>
      Read now
    </button>
  )
}

const CALL_COLUMNS: readonly Column<IntegrationCall>[] = [
  {
    head: 'Call',
    cell: ({ method, endpoint }) => (
      <code className="break-all">
        {method} {endpoint}
      </code>
    ),
  },
  { head: 'Status', cell: ({ response_status }) => <StatusCode status={response_status} /> },
  { head: 'Time', cell: ({ duration_ms }) => `${Math.round(duration_ms)} ms`, isNumber: true },
  { head: 'When', cell: ({ at }) => formatAgo(at, Date.now()) },
]

function Calls({ id }: { id: string }) {
  const records = useRecords<IntegrationCall>({
    key: ['integrations', 'calls', id],
    read: (page) => api.integrations.listCalls(id, page),
  })
  return (
    <section aria-label="Calls">
      <h3 className="mb-2">Calls of the provider</h3>
      <RecordsTable
        label="calls"
        records={records}
        toKey={(call) => call.id}
        columns={CALL_COLUMNS}
        empty={<Empty title="It was not called yet" />}
      />
    </section>
  )
}
