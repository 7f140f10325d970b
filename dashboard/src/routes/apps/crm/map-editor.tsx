import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  CrmIntegration,
  CrmIntegrationFields,
  CrmIntegrationFieldMapping,
} from '../../../../../clients/typescript/src/index.ts'
import { keyed, queryClient } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatCounted } from '../../../format/values.ts'
import { Empty, Fault, Panel } from '../../../parts/page.tsx'
import { Refused } from '../../../parts/records/form.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { MapRow } from './map-row.tsx'
import { addRow, isComplete, listFaults, type Mapping } from './mapping.ts'

/** Which value of a deal goes to which field of the CRM; a change is kept when it is saved. */
export function MapEditor({ crm }: { crm: CrmIntegration }) {
  const can = useCan()
  const [rows, setRows] = useState<readonly Mapping[]>(crm.field_mappings)
  const [error, setError] = useState<unknown>(null)
  const remote = useFields(crm.id)
  const mayWrite = can('crm:write')
  const isChanged = JSON.stringify(rows) !== JSON.stringify(crm.field_mappings)
  const faults = listFaults(rows, remote.data)
  const change = (at: number, next: Partial<Mapping>): void =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...next } : row)))
  const save = (): void => {
    setError(null)
    saveMap(crm, rows).catch(setError)
  }
  return (
    <Panel
      title="Map"
      note={`${formatCounted(rows.length, 'field')}: a value of a deal, and the field that gets it`}
      isFlush
      actions={
        mayWrite && (
          <div className="flex gap-2">
            <button type="button" className="button" onClick={() => setRows(addRow(rows, crm))}>
              Add a field
            </button>
            {isChanged && (
              <button type="button" className="button" onClick={() => setRows(crm.field_mappings)}>
                Reset
              </button>
            )}
            <button
              type="button"
              className="button primary"
              disabled={!isChanged || !rows.every(isComplete)}
              onClick={save}
            >
              Save the map
            </button>
          </div>
        )
      }
    >
      <div className="grid gap-2 px-4 pb-2 empty:hidden">
        {error !== null && <Refused error={error} />}
        {remote.error !== null && mayWrite && (
          <Fault error={remote.error} onRetry={() => void remote.refetch()} />
        )}
        {faults.map((fault) => (
          <p key={fault} className="caution">
            ▲ {fault}
          </p>
        ))}
      </div>
      {rows.length === 0 ? (
        <Empty title="Nothing is written">Add a field to begin the map.</Empty>
      ) : (
        <Rows
          {...{ crm, rows, mayWrite }}
          remote={remote.data}
          onChange={change}
          onRemove={(at) => setRows(rows.filter((_, index) => index !== at))}
        />
      )}
    </Panel>
  )
}

function useFields(id: string) {
  const can = useCan()
  return useQuery({
    queryKey: keyed('crm', 'fields', id),
    queryFn: () => api.crmIntegrations.fields(id),
    enabled: can('crm:write'),
    retry: false,
  })
}

async function saveMap(crm: CrmIntegration, rows: readonly Mapping[]): Promise<void> {
  const put = (field_mappings: readonly Mapping[]) =>
    api.crmIntegrations.update(crm.id, {
      field_mappings: field_mappings as CrmIntegrationFieldMapping[],
    })
  await put(rows)
  await queryClient.invalidateQueries({ queryKey: keyed('crm') })
  notify('The map is saved; the next sync writes by it', () => {
    void put(crm.field_mappings).then(() =>
      queryClient.invalidateQueries({ queryKey: keyed('crm') }),
    )
  })
}

interface RowsProps {
  crm: CrmIntegration
  rows: readonly Mapping[]
  remote: CrmIntegrationFields | undefined
  mayWrite: boolean
  onChange: (at: number, next: Partial<Mapping>) => void
  onRemove: (at: number) => void
}

function Rows({ crm, rows, remote, mayWrite, onChange, onRemove }: RowsProps) {
  return (
    <div
      className="scroller max-h-[520px] overflow-y-auto"
      tabIndex={0}
      role="group"
      aria-label="Table of the map"
    >
      <Sources remote={remote} />
      <table className="ledger">
        <caption className="sr-only">Map</caption>
        <thead>
          <tr>
            <th scope="col">Value here</th>
            <th scope="col">Object</th>
            <th scope="col">Field there</th>
            <th scope="col">Written as</th>
            <th scope="col">Direction</th>
            <th scope="col">Overwrites</th>
            {mayWrite && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <MapRow
              // A row has no name of its own while it is typed.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              row={row}
              objects={crm.config.object_configs.map(({ object }) => object)}
              remote={remote}
              isOpen={mayWrite}
              onChange={(next) => onChange(index, next)}
              onRemove={() => onRemove(index)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What a row can name, offered as it is typed. */
function Sources({ remote }: { remote: CrmIntegrationFields | undefined }) {
  const names = remote?.sources.flatMap(({ kind, names: own }) =>
    own.map((one) => (one.startsWith(`${kind}.`) ? one : `${kind}.${one}`)),
  )
  return (
    <>
      <datalist id="crm-sources">
        {names?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {remote?.objects.map(({ object, fields }) => (
        <datalist key={object} id={`crm-fields-${object}`}>
          {fields.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </datalist>
      ))}
    </>
  )
}
