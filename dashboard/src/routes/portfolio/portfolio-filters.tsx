import { toWords } from '../../format/values.ts'
import { Choice, Typed } from '../../parts/filter-fields.tsx'
import type { PortfolioSearch, PortfolioSearchName } from './portfolio-search.ts'

const STAGES = [
  'draft',
  'missing_docs',
  'ready',
  'underwriting',
  'shopped',
  'offer_out',
  'contract_out',
  'approved',
  'funded',
  'declined',
  'withdrawn',
]
const GROUPS = ['deal_stage', 'status', 'source', 'paper_grade', 'industry', 'state']

interface Props {
  search: PortfolioSearch
  onChange: (next: { [Name in PortfolioSearchName]?: string | undefined }) => void
}

/** Which deals are counted, by the day on which they were created, and by what they are grouped. */
export function PortfolioFilters({ search, onChange }: Props) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 no-print" role="search">
      <Day label="Created from" value={search.since} onChange={(since) => onChange({ since })} />
      <Day label="until" value={search.until} onChange={(until) => onChange({ until })} />
      <Choice
        label="Stage"
        value={search.stage}
        options={[['', 'Any stage'], ...STAGES.map((one) => [one, toWords(one)] as const)]}
        onChange={(stage) => onChange({ stage })}
      />
      <Typed
        label="Tag"
        placeholder="Tag"
        value={search.tag}
        className="w-[120px]"
        onChange={(tag) => onChange({ tag })}
      />
      <Choice
        label="Group"
        value={search.group}
        options={[
          ['', 'No groups'],
          ...GROUPS.map((one) => [one, `By ${toWords(one).toLowerCase()}`] as const),
        ]}
        onChange={(group) => onChange({ group })}
      />
      <Choice
        label="Periods"
        value={search.by}
        options={[
          ['', 'Months'],
          ['day', 'Days'],
          ['year', 'Years'],
        ]}
        onChange={(by) => onChange({ by })}
      />
    </div>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

function Day({ label, value = '', onChange }: DayProps) {
  return (
    <label className="flex items-center gap-2">
      <span className="label">{label}</span>
      <input
        type="date"
        className="field"
        value={value}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    </label>
  )
}
