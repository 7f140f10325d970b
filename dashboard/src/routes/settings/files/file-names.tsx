import type { FileRenameRule } from '../../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { toWords } from '../../../format/values.ts'
import { Empty, Panel } from '../../../parts/page.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { State } from '../../../parts/records/state.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { notify } from '../../../parts/toasts.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { PrimaryButton } from '../../../parts/primary-button.tsx'

const COLUMNS: readonly Column<FileRenameRule>[] = [
  { head: 'Rule', cell: ({ name }) => name },
  {
    head: 'Documents',
    cell: ({ document_class }) => (document_class === null ? 'All' : toWords(document_class)),
  },
  { head: 'Name that they get', cell: ({ template }) => <code>{template}</code> },
  { head: 'Status', cell: ({ is_active }) => <State state={is_active ? 'active' : 'inactive'} /> },
  { head: 'Change', cell: (rule) => <RemoveRule rule={rule} /> },
]

/** Rules by which documents are named once they are read. */
export function FileNames() {
  const [{ open }, change] = useAddress<'open'>()
  const can = useCan()
  const records = useRecords<FileRenameRule>({
    key: ['rename-rules'],
    read: (page) => api.fileRenameRules.list(page),
  })
  const mayWrite = can('documents:write')
  useShortcuts([{ keys: 'n', label: 'New rule', run: () => mayWrite && change({ open: 'new' }) }])
  const opened = open === 'new' ? null : records.rows?.find(({ id }) => id === open)
  return (
    <Guarded scope="documents:read">
      <Panel
        title="File names"
        note="the first rule that fits names the document"
        isFlush
        actions={
          mayWrite && (
            <PrimaryButton onClick={() => change({ open: 'new' })}>New rule</PrimaryButton>
          )
        }
      >
        <RecordsTable
          label="rules"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ id }) => ({ to: '.', search: { open: id } })}
          empty={
            <Empty title="No rule yet">
              Without one, documents keep the names that they were sent with.
            </Empty>
          }
        />
      </Panel>
      {opened !== undefined && mayWrite && (
        <RuleDialog key={open} rule={opened} onClose={() => change({ open: undefined })} />
      )}
    </Guarded>
  )
}

function RemoveRule({ rule }: { rule: FileRenameRule }) {
  const can = useCan()
  if (!can('documents:write')) return null
  const { id, name, template, document_class, is_active, order } = rule
  const run = (work: () => Promise<unknown>) => () => {
    work()
      .then(() => queryClient.invalidateQueries({ queryKey: keyed('rename-rules') }))
      .catch((error: unknown) => notify(describeError(error).message))
  }
  const again = { name, template, document_class, is_active, order }
  return (
    <button
      type="button"
      className="button"
      aria-label={`Delete ${name}`}
      onClick={run(async () => {
        await api.fileRenameRules.delete(id)
        notify(
          `${name} is deleted`,
          run(() => api.fileRenameRules.create(again)),
        )
      })}
    >
      Delete
    </button>
  )
}
