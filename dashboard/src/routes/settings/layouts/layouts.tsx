import type { TaughtLayout } from '../../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatCount, formatCounted, toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Empty, Panel } from '../../../parts/page.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { notify } from '../../../parts/toasts.tsx'
import { useAddress } from '../../../parts/use-address.ts'

const COLUMNS: readonly Column<TaughtLayout>[] = [
  { head: 'Bank', cell: ({ institution_name }) => institution_name ?? 'Unknown bank' },
  { head: 'Taught', cell: ({ rules }) => rules.map(({ field }) => toWords(field)).join(', ') },
  { head: 'By', cell: ({ taught_by }) => taught_by },
  { head: 'Documents', cell: ({ uses_count }) => formatCount(uses_count), isNumber: true },
  {
    head: 'Last used',
    cell: ({ last_used_at }) =>
      last_used_at === null ? 'Never' : formatAgo(last_used_at, Date.now()),
  },
]

/** What corrections of statements mean for later statements of the same layout. */
export function TaughtLayouts() {
  const [{ open }, change] = useAddress<'open'>()
  const records = useRecords<TaughtLayout>({
    key: ['taught-layouts'],
    read: (page) => api.taughtLayouts.list(page),
  })
  const opened = records.rows?.find(({ id }) => id === open)
  return (
    <Guarded scope="documents:read">
      <Panel title="Taught layouts" isFlush>
        <RecordsTable
          label="layouts"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ id }) => ({ to: '.', search: { open: id } })}
          empty={
            <Empty title="No layout was taught yet">
              Correct a field of a statement, such as its account number, and later statements that
              look alike are read that way.
            </Empty>
          }
        />
      </Panel>
      {opened && <Opened layout={opened} onClose={() => change({ open: undefined })} />}
    </Guarded>
  )
}

function Opened({ layout, onClose }: { layout: TaughtLayout; onClose: () => void }) {
  const can = useCan()
  const { id, institution_name, rules, uses_count } = layout
  const forget = async (): Promise<void> => {
    try {
      await api.taughtLayouts.delete(id)
      onClose()
      await queryClient.invalidateQueries({ queryKey: keyed('taught-layouts') })
      notify('Forgotten; documents keep their readings')
    } catch (error) {
      notify(describeError(error).message)
    }
  }
  return (
    <Dialog
      title={institution_name ?? 'Unknown bank'}
      note={`followed by ${formatCounted(uses_count, 'document')}`}
      kind="drawer"
      onClose={onClose}
    >
      <div className="grid gap-4 p-4">
        {rules.map(({ field, value, read_value, document_id }) => (
          <Facts
            key={`${field} ${document_id}`}
            facts={[
              ['Field', toWords(field)],
              ['Reads', <code key="read">{JSON.stringify(read_value)}</code>],
              ['Means', <code key="value">{JSON.stringify(value)}</code>],
              ['Learned from', <code key="document">{document_id}</code>],
            ]}
          />
        ))}
        {can('documents:write') && (
          <button type="button" className="button justify-self-start" onClick={() => void forget()}>
            Delete what this layout was taught
          </button>
        )}
      </div>
    </Dialog>
  )
}
