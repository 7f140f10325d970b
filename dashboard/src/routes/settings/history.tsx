import type { UserSettingsHistory } from '../../../../clients/typescript/src/index.ts'
import { api } from '../../data/session.ts'
import { formatInstant, toWords } from '../../format/values.ts'
import { Empty, Panel } from '../../parts/page.tsx'
import { RecordsTable, type Column } from '../../parts/records/records-table.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { useRecords } from '../../parts/records/use-records.ts'

const COLUMNS: readonly Column<UserSettingsHistory>[] = [
  { head: 'Version', cell: ({ version }) => version },
  {
    head: 'Change',
    cell: ({ changes }) => (
      <ul>
        {changes.map(({ field, from, to }) => (
          <li key={field}>
            {toWords(field)}: <code className="break-all text-muted">{JSON.stringify(from)}</code> →{' '}
            <code className="break-all">{JSON.stringify(to)}</code>
          </li>
        ))}
      </ul>
    ),
  },
  { head: 'By', cell: ({ created_by }) => created_by },
  { head: 'When', cell: ({ created_at }) => formatInstant(created_at) },
]

/** Every version of the settings: who changed what, and when. */
export function SettingsHistory() {
  const records = useRecords<UserSettingsHistory>({
    key: ['settings', 'history'],
    read: (page) => api.user.listSettingsHistory(page),
  })
  return (
    <Guarded scope="settings:read">
      <Panel title="Changes" note="every report says which version it was computed with" isFlush>
        <RecordsTable
          label="changes"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          empty={<Empty title="Nothing was changed yet">All settings are as they came.</Empty>}
        />
      </Panel>
    </Guarded>
  )
}
