import { useQuery } from '@tanstack/react-query'
import type { Merchant } from '../../../../clients/typescript/src/index.ts'
import { categoriesQuery } from '../../data/categories.ts'
import { api } from '../../data/session.ts'
import { formatCount, formatDay, formatWhole } from '../../format/values.ts'
import { Choice, Typed } from '../../parts/filter-fields.tsx'
import { Empty, Panel } from '../../parts/page.tsx'
import { RecordsTable, type Column } from '../../parts/records/records-table.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { useRecords } from '../../parts/records/use-records.ts'
import { useAddress } from '../../parts/use-address.ts'
import { MerchantDrawer } from './merchant-drawer.tsx'
import { ListTools } from '../../parts/records/list-tools.tsx'

type Name = 'q' | 'group' | 'funder' | 'deal' | 'open'
type Names = ReadonlyMap<string, string>

const listColumns = (names: Names): readonly Column<Merchant>[] => [
  { head: 'Merchant', cell: ({ name }) => name },
  { head: 'Category', cell: (merchant) => describeCategory(merchant, names) },
  { head: 'Groups', cell: ({ groups }) => groups.map(({ name }) => name).join(', ') },
  {
    head: 'Rows',
    cell: ({ transactions_count }) => formatCount(transactions_count),
    isNumber: true,
  },
  { head: 'In', cell: ({ inflow_total }) => formatWhole(inflow_total), isNumber: true },
  { head: 'Out', cell: ({ outflow_total }) => formatWhole(outflow_total), isNumber: true },
  { head: 'Last seen', cell: ({ last_date }) => formatDay(last_date) },
  { head: 'Known from', cell: ({ is_global }) => (is_global ? 'Registry' : 'Your statements') },
]

/** The category of its rows, or of those in and those out. */
function describeCategory(merchant: Merchant, names: Names): string {
  const { inflow, outflow } = merchant.category_by_direction
  const slugs = merchant.default_category ? [merchant.default_category] : [inflow, outflow]
  const words = slugs.map((slug) => slug && (names.get(slug) ?? slug)).filter(Boolean)
  return [...new Set(words)].join(' / ')
}

/** Everybody whom the statements name, those of the own deals first. */
export function Merchants() {
  const [search, change] = useAddress<Name>()
  const { q, group, funder, deal, open } = search
  const { data: categories = [] } = useQuery(categoriesQuery())
  const names = new Map(categories.map(({ slug, name }) => [slug, name]))
  const records = useRecords<Merchant>({
    key: ['merchants', q, group, funder, deal],
    read: (page) =>
      api.merchants.list({
        ...page,
        ...(q && { q }),
        ...(group && { group }),
        ...(funder && { is_funder: funder === 'yes' }),
        ...(deal && { submission_id: deal }),
      }),
  })
  return (
    <Guarded scope="transactions:read">
      <Filters search={search} onChange={change} />
      <Panel title="Merchants" isFlush actions={<ListTools name="merchants" records={records} />}>
        <RecordsTable
          label="merchants"
          records={records}
          toKey={({ id }) => id}
          columns={listColumns(names)}
          toTarget={({ id }) => ({ to: '.', search: { open: id } })}
          empty={
            <Empty title="No merchant fits">Merchants come from the rows of statements.</Empty>
          }
        />
      </Panel>
      {open && <MerchantDrawer id={open} onClose={() => change({ open: undefined })} />}
    </Guarded>
  )
}

interface FilterProps {
  search: { readonly [Key in Name]?: string | undefined }
  onChange: (next: { [Key in Name]?: string | undefined }) => void
}

function Filters({ search: { q, group, funder }, onChange }: FilterProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 no-print" role="search">
      <Typed
        label="Search the merchants"
        placeholder="Name"
        className="w-[240px]"
        value={q}
        onChange={(next) => onChange({ q: next })}
      />
      <Choice
        label="Kind"
        value={funder}
        options={[
          ['', 'All merchants'],
          ['yes', 'Finance businesses'],
          ['no', 'All others'],
        ]}
        onChange={(next) => onChange({ funder: next })}
      />
      {group && (
        <button
          type="button"
          className="chip min-h-6 hover:bg-hover"
          aria-label={`Remove the filter of the group ${group}`}
          onClick={() => onChange({ group: undefined })}
        >
          group {group} <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  )
}
