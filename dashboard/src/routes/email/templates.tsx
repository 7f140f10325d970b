import type { EmailTemplate } from '../../../../clients/typescript/src/index.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { toWords } from '../../format/values.ts'
import { Empty, Panel } from '../../parts/page.tsx'
import { RecordsTable, type Column } from '../../parts/records/records-table.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { State } from '../../parts/records/state.tsx'
import { useRecords } from '../../parts/records/use-records.ts'
import { useShortcuts } from '../../shell/keys.ts'
import { useNavigate } from '@tanstack/react-router'

const COLUMNS: readonly Column<EmailTemplate>[] = [
  { head: 'Template', cell: ({ name }) => name },
  { head: 'Subject', cell: ({ subject }) => subject },
  { head: 'Occasion', cell: ({ trigger }) => toWords(trigger) },
  { head: 'Status', cell: ({ is_active }) => <State state={is_active ? 'active' : 'inactive'} /> },
  { head: 'Created by', cell: ({ is_builtin }) => (is_builtin ? 'Assay' : 'You') },
]

/** The templates of mails: those that come with the service, then the own ones. */
export function Templates() {
  const can = useCan()
  const navigate = useNavigate()
  const records = useRecords<EmailTemplate>({
    key: ['email-templates'],
    read: (page) => api.emailTemplates.list(page),
  })
  const mayWrite = can('emails:write')
  const create = (): void => void navigate({ to: '/email/templates/$id', params: { id: 'new' } })
  useShortcuts([{ keys: 'n', label: 'New template', run: () => mayWrite && create() }])
  return (
    <Guarded scope="emails:read">
      <Panel
        title="Templates"
        isFlush
        actions={
          mayWrite && (
            <button type="button" className="button primary" onClick={create}>
              New template
            </button>
          )
        }
      >
        <RecordsTable
          label="templates"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ id }) => ({ to: '/email/templates/$id', params: { id } })}
          empty={<Empty title="No templates" />}
        />
      </Panel>
    </Guarded>
  )
}
