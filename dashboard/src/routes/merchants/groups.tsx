import type { MerchantGroupResult } from '../../../../clients/typescript/src/index.ts'
import { api } from '../../data/session.ts'
import { formatCount, toWords } from '../../format/values.ts'
import { Status } from '../../parts/marks.tsx'
import { Empty, Panel } from '../../parts/page.tsx'
import { RecordsTable, type Column } from '../../parts/records/records-table.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { useRecords } from '../../parts/records/use-records.ts'

const COLUMNS: readonly Column<MerchantGroupResult>[] = [
  { head: 'Group', cell: ({ name }) => name },
  {
    head: 'Closer look',
    cell: ({ risk_level }) => (risk_level === 'none' ? '' : <Status state={risk_level} />),
  },
  { head: 'What it is', cell: ({ description }) => description },
  { head: 'Categories', cell: ({ categories }) => categories.map(toWords).join(', ') },
  {
    head: 'Merchants',
    cell: ({ merchants_count }) => formatCount(merchants_count),
    isNumber: true,
  },
]

/** Merchants of a kind, as reports and rules know them. */
export function MerchantGroups() {
  const records = useRecords<MerchantGroupResult>({
    key: ['merchants', 'group-list'],
    read: (page) => api.merchants.listGroups(page),
  })
  return (
    <Guarded scope="transactions:read">
      <Panel title="Groups" note="a merchant joins one in its own form" isFlush>
        <RecordsTable
          label="groups"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ slug }) => ({ to: '/merchants', search: { group: slug } })}
          empty={<Empty title="No groups" />}
        />
      </Panel>
    </Guarded>
  )
}
