import { useEffect, useState } from 'react'

/** What the address of the list of deals holds. */
export interface DealSearch {
  q?: string | undefined
  status?: string | undefined
  grade?: string | undefined
  sort?: string | undefined
  new?: string | undefined
}

interface Props {
  search: DealSearch
  onChange: (next: Partial<DealSearch>) => void
}

const STATUSES = [
  ['', 'Any status'],
  ['new,processing', 'In progress'],
  ['review_required', 'Needs a look'],
  ['processed', 'Processed'],
  ['reviewed', 'Reviewed'],
  ['failed', 'Failed'],
  ['archived', 'Archived'],
] as const

const TYPING_MS = 200

export function Filters({ search, onChange }: Props) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2" role="search">
      <SearchField given={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      <select
        aria-label="Status"
        className="field"
        value={search.status ?? ''}
        onChange={({ target }) => onChange({ status: target.value || undefined })}
      >
        {STATUSES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label="Grade"
        className="field"
        value={search.grade ?? ''}
        onChange={({ target }) => onChange({ grade: target.value || undefined })}
      >
        <option value="">Any grade</option>
        {['A', 'B', 'C', 'D', 'F'].map((grade) => (
          <option key={grade} value={grade}>
            Grade {grade}
          </option>
        ))}
      </select>
    </div>
  )
}

function SearchField({ given, onChange }: { given: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(given)
  useEffect(() => setText(given), [given])
  useEffect(() => {
    if (text === given) return undefined
    const timer = setTimeout(() => onChange(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, given, onChange])
  return (
    <input
      type="search"
      aria-label="Search the deals"
      placeholder="Name, EIN or id"
      className="field w-[260px] max-w-full"
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}
