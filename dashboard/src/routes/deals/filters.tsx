import { formatDay, toWords } from '../../format/values.ts'
import { Choice, Typed } from '../../parts/filter-fields.tsx'
import { usePeople } from './people.ts'
import { STAGES } from './stages.ts'

/** What the address of the list of deals holds. */
export interface DealSearch {
  q?: string | undefined
  status?: string | undefined
  grade?: string | undefined
  stage?: string | undefined
  owner?: string | undefined
  source?: string | undefined
  tag?: string | undefined
  /** Days back from today. */
  since?: string | undefined
  /** The days on which they were created, both included; the portfolio leads here with them. */
  from?: string | undefined
  until?: string | undefined
  sort?: string | undefined
  new?: string | undefined
}

export const NO_FILTERS: Partial<DealSearch> = {
  q: undefined,
  status: undefined,
  grade: undefined,
  stage: undefined,
  owner: undefined,
  source: undefined,
  tag: undefined,
  since: undefined,
  from: undefined,
  until: undefined,
}

interface Props {
  search: DealSearch
  onChange: (next: Partial<DealSearch>) => void
}

const STATUSES = [
  ['', 'Any but archived'],
  ['all', 'Any status'],
  ['new,processing', 'In progress'],
  ['needs_review', 'Needs a look'],
  ['processed', 'Processed'],
  ['reviewed', 'Reviewed'],
  ['failed', 'Failed'],
  ['archived', 'Archived'],
] as const

const GRADES = [
  ['', 'Any grade'],
  ...['A', 'B', 'C', 'D', 'F'].map((one) => [one, `Grade ${one}`] as const),
] as const

const SOURCES = [
  ['', 'Any source'],
  ['upload', 'Upload'],
  ['broker', 'Broker'],
  ['email', 'E-mail'],
  ['iso_application', 'Application'],
  ['api', 'API'],
  ['crm', 'CRM'],
  ['workflow', 'Workflow'],
  ['sandbox', 'Sample'],
] as const

const AGES = [
  ['', 'Any day'],
  ['1', 'Last 24 hours'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
] as const

/** The filters of the list; each stands in the address. */
export function Filters({ search, onChange }: Props) {
  const people = usePeople()
  const days = describeDays(search)
  const owners = people.map(([id, name]) => [id, name === 'Me' ? 'Mine' : name] as const)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 no-print" role="search">
      <Typed
        label="Search the deals"
        placeholder="Name, EIN or id"
        className="w-[180px] max-w-full"
        value={search.q}
        onChange={(q) => onChange({ q })}
      />
      <Choice
        label="Status"
        value={search.status}
        options={withOwn(STATUSES, search.status)}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label="Grade"
        value={search.grade}
        options={GRADES}
        onChange={(grade) => onChange({ grade })}
      />
      <Choice
        label="Stage"
        value={search.stage}
        options={[['', 'Any stage'], ...STAGES]}
        onChange={(stage) => onChange({ stage })}
      />
      <Choice
        label="Owner"
        value={search.owner}
        options={[['', 'Any owner'], ...owners]}
        onChange={(owner) => onChange({ owner })}
      />
      <Choice
        label="Source"
        value={search.source}
        options={SOURCES}
        onChange={(source) => onChange({ source })}
      />
      <Choice
        label="Created"
        value={days === null ? search.since : DAYS}
        options={days === null ? AGES : [...AGES, [DAYS, days]]}
        onChange={(since) => onChange({ since, from: undefined, until: undefined })}
      />
      <Typed
        label="Tag"
        placeholder="Tag"
        className="w-[84px]"
        value={search.tag}
        onChange={(tag) => onChange({ tag })}
      />
    </div>
  )
}

const DAYS = 'days'

function describeDays({ from, until }: DealSearch): string | null {
  if (from === undefined && until === undefined) return null
  return [from && `from ${formatDay(from)}`, until && `until ${formatDay(until)}`]
    .filter(Boolean)
    .join(' ')
}

/** A status that another screen leads here with is shown, though the list does not offer it. */
function withOwn(
  options: readonly (readonly [value: string, label: string])[],
  value: string | undefined,
): typeof options {
  const isKnown = value === undefined || options.some(([known]) => known === value)
  return isKnown ? options : [...options, [value, toWords(value)]]
}
