import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Feedback } from '../../../../clients/typescript/src/index.ts'
import { categoriesQuery } from '../../data/categories.ts'
import { api } from '../../data/session.ts'
import { formatAgo, formatCount, formatInstant } from '../../format/values.ts'
import { Choice } from '../../parts/filter-fields.tsx'
import { Empty, Panel } from '../../parts/page.tsx'
import { RecordsTable, type Column } from '../../parts/records/records-table.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { useRecords } from '../../parts/records/use-records.ts'
import { useAddress } from '../../parts/use-address.ts'
import { ListTools } from '../../parts/records/list-tools.tsx'
import { TakeBack } from '../deal/corrections/take-back.tsx'
import { describeCorrection, describeRow } from '../deal/corrections/words.ts'

const REACHES: Readonly<Record<string, string>> = {
  this: 'These rows only',
  similar_in_submission: 'All similar rows in the deal',
  tenant: 'All deals, also later ones',
}

const listColumns = (categories: ReadonlyMap<string, string>): readonly Column<Feedback>[] => [
  { head: 'Correction', cell: (row) => describeCorrection(row, categories) },
  {
    head: 'Row',
    cell: (row) => (
      <>
        {describeRow(row)}
        {row.document_name !== null && <span className="meta block">{row.document_name}</span>}
      </>
    ),
  },
  { head: 'Deal', cell: (row) => <Deal row={row} /> },
  { head: 'Reach', cell: ({ apply_to }) => REACHES[apply_to ?? 'this'] ?? apply_to },
  { head: 'Rows', cell: ({ affected_count }) => formatCount(affected_count), isNumber: true },
  { head: 'Remark', cell: ({ comment }) => comment },
  { head: 'Who', cell: ({ created_by }) => created_by },
  {
    head: 'When',
    cell: ({ created_at }) => (
      <span title={formatInstant(created_at)}>{formatAgo(created_at, Date.now())}</span>
    ),
  },
  {
    head: '',
    cell: (row) =>
      row.status === 'applied' && (
        <TakeBack
          feedbackId={row.id}
          label={`${describeCorrection(row, categories)}, ${describeRow(row)}`}
        />
      ),
  },
]

/** To the row on its page, where it is of a document. */
function Deal({ row }: { row: Feedback }) {
  const { submission_id: id, submission_name, document_id, target_type, target_id } = row
  if (id === null) return null
  const name = submission_name ?? 'Open the deal'
  if (document_id === null)
    return (
      <Link to="/deals/$id" params={{ id }}>
        {name}
      </Link>
    )
  return (
    <Link
      to="/deals/$id/documents/$documentId"
      params={{ id, documentId: document_id }}
      search={target_type === 'transaction' ? { row: target_id } : {}}
    >
      {name}
    </Link>
  )
}

/** What people corrected, and how far that reaches: those for every deal work as rules. */
export function Corrections() {
  const [{ status }, change] = useAddress<'status'>()
  const { data: categories = [] } = useQuery(categoriesQuery())
  const names = new Map(categories.map(({ slug, name }) => [slug, name]))
  const toRecord = ({ value, changes, row, ...rest }: Feedback): object => ({
    ...rest,
    ...row,
    correction: describeCorrection({ value, changes }, names),
  })
  const records = useRecords<Feedback>({
    key: ['corrections', status],
    read: (page) => api.feedback.list({ ...page, kind: 'correction', status: status ?? 'applied' }),
  })
  return (
    <Guarded scope="transactions:read">
      <Panel
        title="Corrections"
        note="of rows and of statements; one for every deal is a rule: later similar rows follow it"
        isFlush
        actions={
          <div className="flex flex-wrap gap-2">
            <Choice
              label="Status"
              value={status}
              options={[
                ['', 'In force'],
                ['undone', 'Undone'],
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
          columns={listColumns(names)}
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
