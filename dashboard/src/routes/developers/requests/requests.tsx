import type { RequestLog } from '../../../../../clients/typescript/src/index.ts'
import { api } from '../../../data/session.ts'
import { formatAgo } from '../../../format/values.ts'
import { Choice, Typed } from '../../../parts/filter-fields.tsx'
import { Empty, Panel } from '../../../parts/page.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { RequestDrawer } from './request-drawer.tsx'
import { StatusCode } from './status-code.tsx'
import { ListTools } from '../../../parts/records/list-tools.tsx'

const NAMES = ['method', 'failed', 'code', 'route', 'key', 'open'] as const
type Name = (typeof NAMES)[number]
const REFRESH_MS = 5_000

const COLUMNS: readonly Column<RequestLog>[] = [
  {
    head: 'Request',
    cell: ({ method, path }) => (
      <code>
        {method} {path}
      </code>
    ),
  },
  { head: 'Status', cell: ({ status }) => <StatusCode status={status} /> },
  { head: 'Error', cell: ({ error_code }) => (error_code ? <code>{error_code}</code> : '') },
  { head: 'Time', cell: ({ duration_ms }) => `${Math.round(duration_ms)} ms`, isNumber: true },
  { head: 'By', cell: ({ credential_kind }) => CALLERS[credential_kind] ?? credential_kind },
  { head: 'When', cell: ({ at }) => formatAgo(at, Date.now()) },
]

const CALLERS: Readonly<Record<string, string>> = {
  api_key: 'Key',
  session: 'Person',
  grant: 'Program of a person',
}

const METHODS = ['', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map(
  (method) => [method, method || 'Any method'] as const,
)

/** What was called, newest first; one request opens with the form of its body and its error. */
export function Requests() {
  const [search, change] = useAddress<Name>()
  const { method, failed, code, route, key, open } = search
  const records = useRecords<RequestLog>({
    key: ['requests', method, failed, code, route, key],
    read: (page) =>
      api.requestLog.list({
        ...page,
        ...(method && { method }),
        ...(failed && { is_error: failed === 'yes' }),
        ...(code && { error_code: code }),
        ...(route && { route }),
        ...(key && { api_key_id: key }),
      }),
    everyMs: REFRESH_MS,
  })
  return (
    <Guarded scope="audit:read">
      <Filters search={search} onChange={change} />
      <Panel
        title="Requests"
        note="as they come; bodies are kept as their form alone"
        isFlush
        actions={<ListTools name="requests" records={records} />}
      >
        <RecordsTable
          label="requests"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ id }) => ({ to: '.', search: { open: id } })}
          empty={
            <Empty title="No request fits">
              Calls with your keys stand here within a second.{' '}
              <a href="/docs/quickstart">Make the first one</a>.
            </Empty>
          }
        />
      </Panel>
      {open && <RequestDrawer id={open} onClose={() => change({ open: undefined })} />}
    </Guarded>
  )
}

interface FilterProps {
  search: { readonly [Key in Name]?: string | undefined }
  onChange: (next: { [Key in Name]?: string | undefined }) => void
}

function Filters({ search, onChange }: FilterProps) {
  const { method, failed, code, route, key } = search
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 no-print" role="search">
      <Typed
        label="Address as declared"
        placeholder="/v1/submissions/:id"
        className="w-[240px] max-w-full"
        value={route}
        onChange={(next) => onChange({ route: next })}
      />
      <Choice
        label="Method"
        value={method}
        options={METHODS}
        onChange={(next) => onChange({ method: next })}
      />
      <Choice
        label="Outcome"
        value={failed}
        options={[
          ['', 'Any outcome'],
          ['yes', 'Failed'],
          ['no', 'Succeeded'],
        ]}
        onChange={(next) => onChange({ failed: next })}
      />
      <Typed
        label="Error code"
        placeholder="Error code"
        className="w-[160px]"
        value={code}
        onChange={(next) => onChange({ code: next })}
      />
      {key && (
        <button
          type="button"
          className="chip min-h-6 hover:bg-hover"
          aria-label="Remove the filter of one key"
          onClick={() => onChange({ key: undefined })}
        >
          one key <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  )
}
