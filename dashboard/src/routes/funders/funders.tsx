import type { Funder } from '../../../../clients/typescript/src/index.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { formatCount, formatPercent } from '../../format/values.ts'
import { Choice, Typed } from '../../parts/filter-fields.tsx'
import { Empty, PageHead, Panel } from '../../parts/page.tsx'
import { RecordsTable, type Column } from '../../parts/records/records-table.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { State } from '../../parts/records/state.tsx'
import { useRecords } from '../../parts/records/use-records.ts'
import { useAddress } from '../../parts/use-address.ts'
import { useShortcuts } from '../../shell/keys.ts'
import { FunderDrawer } from './funder-drawer.tsx'
import { nameKind } from './funder-form.tsx'
import { NewFunder } from './new-funder.tsx'
import { describeSending } from './sending.ts'
import { PrimaryButton } from '../../parts/primary-button.tsx'

type Name = 'q' | 'whose' | 'open'

const COLUMNS: readonly Column<Funder>[] = [
  { head: 'Funder', cell: ({ name }) => name },
  { head: 'Kind of financing', cell: ({ kind }) => nameKind(kind) },
  { head: 'Deals are sent', cell: describeSending },
  {
    head: 'Sets of criteria',
    cell: ({ policies_count }) => formatCount(policies_count),
    isNumber: true,
  },
  { head: 'Sent', cell: ({ stats }) => formatCount(stats.submitted), isNumber: true },
  { head: 'Approved', cell: ({ stats }) => formatPercent(stats.approval_rate), isNumber: true },
  { head: 'Funded', cell: ({ stats }) => formatCount(stats.funded), isNumber: true },
  { head: 'Status', cell: ({ is_active }) => <State state={is_active ? 'active' : 'inactive'} /> },
]

/** Whom deals are sent to: one's own funders, and those that the service knows by name. */
export function FundersPage() {
  const [search, change] = useAddress<Name>()
  const { q, whose, open } = search
  const mayWrite = useCan()('funders:write')
  const records = useRecords<Funder>({
    key: ['funders', 'list', q, whose],
    read: (page) =>
      api.funders.list({
        ...page,
        ...(q && { q }),
        ...(whose === undefined && { is_global: false }),
        ...(whose === 'linked' && { is_linked: true }),
      }),
  })
  useShortcuts([{ keys: 'n', label: 'New funder', run: () => mayWrite && change({ open: 'new' }) }])
  const close = (): void => change({ open: undefined })
  return (
    <>
      <PageHead title="Funders" />
      <Guarded scope="funders:read">
        <Filters search={search} onChange={change} />
        <Panel
          title="Funders"
          note="whom deals are sent to, and what each of them wants"
          isFlush
          actions={
            mayWrite && (
              <PrimaryButton onClick={() => change({ open: 'new' })}>New funder</PrimaryButton>
            )
          }
        >
          <RecordsTable
            label="funders"
            records={records}
            toKey={({ id }) => id}
            columns={COLUMNS}
            toTarget={({ id }) => ({ to: '.', search: { ...search, open: id } })}
            empty={<Nobody whose={whose} onAll={() => change({ whose: 'all' })} />}
          />
        </Panel>
        {open === 'new' && (
          <NewFunder onClose={close} onMade={({ id }) => change({ open: id, whose: undefined })} />
        )}
        {open !== undefined && open !== 'new' && (
          <FunderDrawer key={open} id={open} onClose={close} />
        )}
      </Guarded>
    </>
  )
}

function Nobody({ whose, onAll }: { whose: string | undefined; onAll: () => void }) {
  if (whose !== undefined) return <Empty title="No funder fits" />
  return (
    <Empty title="No funder of your own">
      <p>Make one with its address, and say what it wants: deals are matched with that.</p>
      <button type="button" className="button mt-2" onClick={onAll}>
        Look among the names that are known
      </button>
    </Empty>
  )
}

interface FilterProps {
  search: { readonly [Key in Name]?: string | undefined }
  onChange: (next: { [Key in Name]?: string | undefined }) => void
}

function Filters({ search: { q, whose }, onChange }: FilterProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 no-print" role="search">
      <Typed
        label="Search the funders"
        placeholder="Name"
        value={q}
        onChange={(next) => onChange({ q: next })}
      />
      <Choice
        label="Whose"
        value={whose}
        options={[
          ['', 'Your own'],
          ['linked', 'That got a deal'],
          ['all', 'All names that are known'],
        ]}
        onChange={(next) => onChange({ whose: next })}
      />
    </div>
  )
}
