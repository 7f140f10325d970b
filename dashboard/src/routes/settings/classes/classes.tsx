import type { DocumentClass } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatCount, toWords } from '../../../format/values.ts'
import { Choice, Typed } from '../../../parts/filter-fields.tsx'
import { Empty, Panel } from '../../../parts/page.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { State } from '../../../parts/records/state.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { ClassDrawer } from './class-drawer.tsx'
import { PrimaryButton } from '../../../parts/primary-button.tsx'

type Name = 'q' | 'family' | 'own' | 'open'

const COLUMNS: readonly Column<DocumentClass>[] = [
  { head: 'Class', cell: ({ label }) => label },
  { head: 'Name', cell: ({ name }) => <code>{name}</code> },
  { head: 'Kind', cell: ({ family }) => toWords(family) },
  {
    head: 'Fields read',
    cell: ({ extraction_fields }) => formatCount(extraction_fields.length),
    isNumber: true,
  },
  {
    head: 'Documents',
    cell: ({ documents_count }) => formatCount(documents_count),
    isNumber: true,
  },
  {
    head: 'Required',
    cell: ({ required_for_processing }) => (required_for_processing ? 'Yes' : ''),
  },
  { head: 'Status', cell: ({ is_active }) => <State state={is_active ? 'active' : 'inactive'} /> },
  { head: 'Created by', cell: ({ is_builtin }) => (is_builtin ? 'Assay' : 'You') },
]

const FAMILIES = [
  'banking',
  'debt',
  'application',
  'identity',
  'property',
  'entity',
  'financial',
  'credit',
  'other',
].map((name) => [name, toWords(name)] as const)

/** What documents can be: those that come with the service, and the own ones. */
export function DocumentClasses() {
  const [search, change] = useAddress<Name>()
  const { q, family, own, open } = search
  const can = useCan()
  const records = useRecords<DocumentClass>({
    key: ['classes', q, family, own],
    read: (page) =>
      api.documentClasses.list({
        ...page,
        ...(q && { q }),
        ...(family && { family }),
        ...(own && { is_builtin: false }),
      }),
  })
  const mayWrite = can('documents:write')
  useShortcuts([{ keys: 'n', label: 'New class', run: () => mayWrite && change({ open: 'new' }) }])
  const opened = open === 'new' ? null : records.rows?.find(({ id }) => id === open)
  return (
    <Guarded scope="documents:read">
      <Filters search={search} onChange={change} />
      <Panel
        title="Document classes"
        isFlush
        actions={
          mayWrite && (
            <PrimaryButton onClick={() => change({ open: 'new' })}>New class</PrimaryButton>
          )
        }
      >
        <RecordsTable
          label="classes"
          records={records}
          toKey={({ id }) => id}
          columns={COLUMNS}
          toTarget={({ id }) => ({ to: '.', search: { open: id } })}
          empty={<Empty title="No class fits" />}
        />
      </Panel>
      {opened !== undefined && (
        <ClassDrawer
          key={open}
          documentClass={opened}
          families={FAMILIES}
          onClose={() => change({ open: undefined })}
        />
      )}
    </Guarded>
  )
}

interface FilterProps {
  search: { readonly [Key in Name]?: string | undefined }
  onChange: (next: { [Key in Name]?: string | undefined }) => void
}

function Filters({ search: { q, family, own }, onChange }: FilterProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 no-print" role="search">
      <Typed
        label="Search the classes"
        placeholder="Name"
        value={q}
        onChange={(next) => onChange({ q: next })}
      />
      <Choice
        label="Kind"
        value={family}
        options={[['', 'Any kind'], ...FAMILIES]}
        onChange={(next) => onChange({ family: next })}
      />
      <Choice
        label="Made by"
        value={own}
        options={[
          ['', 'All classes'],
          ['yes', 'Your own'],
        ]}
        onChange={(next) => onChange({ own: next })}
      />
    </div>
  )
}
