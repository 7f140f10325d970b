import type { Feedback } from '../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { formatAgo, formatCount, toWords, formatCounted } from '../../format/values.ts'
import { Choice } from '../../parts/filter-fields.tsx'
import { Empty, Panel } from '../../parts/page.tsx'
import { RecordsTable, type Column } from '../../parts/records/records-table.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { useRecords } from '../../parts/records/use-records.ts'
import { notify } from '../../parts/toasts.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { ListTools } from '../../parts/records/list-tools.tsx'

const REACHES: Readonly<Record<string, string>> = {
  this: 'The rows alone',
  similar_in_submission: 'All alike in the deal',
  tenant: 'Every deal, also later ones',
}

const COLUMNS: readonly Column<Feedback>[] = [
  { head: 'Correction', cell: ({ value }) => describeValue(value) },
  { head: 'Reach', cell: ({ apply_to }) => REACHES[apply_to ?? 'this'] ?? apply_to },
  { head: 'Rows', cell: ({ affected_count }) => formatCount(affected_count), isNumber: true },
  { head: 'Remark', cell: ({ comment }) => comment },
  { head: 'When', cell: ({ created_at }) => formatAgo(created_at, Date.now()) },
  { head: '', cell: (row) => <Undo row={row} /> },
]

function describeValue(value: Record<string, unknown>): string {
  const pairs = Object.entries(value).map(([name, to]) =>
    name === 'is_revenue'
      ? to
        ? 'Counts as revenue'
        : 'Does not count as revenue'
      : `${toWords(name)}: ${typeof to === 'string' ? toWords(to) : JSON.stringify(to)}`,
  )
  return pairs.join(', ')
}

const toRecord = ({ value, ...row }: Feedback): object => ({
  ...row,
  correction: describeValue(value),
})

/** What people corrected, and how far that reaches: those for every deal work as rules. */
export function Corrections() {
  const [{ status }, change] = useAddress<'status'>()
  const records = useRecords<Feedback>({
    key: ['corrections', status],
    read: (page) =>
      api.feedback.list({
        ...page,
        target_type: 'transaction',
        kind: 'correction',
        status: status ?? 'applied',
      }),
  })
  return (
    <Guarded scope="transactions:read">
      <Panel
        title="Corrections of rows"
        note="a correction for every deal is a rule: later rows alike follow it"
        isFlush
        actions={
          <div className="flex flex-wrap gap-2">
            <Choice
              label="Status"
              value={status}
              options={[
                ['', 'In force'],
                ['undone', 'Taken back'],
              ]}
              onChange={(next) => change({ status: next })}
            />
            <ListTools name="corrections" records={records} toRecord={toRecord} />
          </div>
        }
      >
        <RecordsTable
          label="corrections"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          empty={
            <Empty title="No corrections">
              Correct a row on the transactions of a deal, and choose how far it reaches.
            </Empty>
          }
        />
      </Panel>
    </Guarded>
  )
}

function Undo({ row: { id, status } }: { row: Feedback }) {
  const can = useCan()
  if (status !== 'applied' || !can('transactions:write')) return null
  const undo = async (): Promise<void> => {
    try {
      const { affected_count } = await api.feedback.undo(id)
      notify(`Taken back, for ${formatCounted(affected_count, 'row')}`)
      await queryClient.invalidateQueries({ queryKey: keyed('corrections') })
    } catch (error) {
      notify(describeError(error).message)
    }
  }
  return (
    <button type="button" className="button" onClick={() => void undo()}>
      Take back
    </button>
  )
}
