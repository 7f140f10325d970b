import { Choice, Typed } from '../../../parts/filter-fields.tsx'
import { listFilters, type TransactionSearch } from './transaction-search.ts'

interface Props {
  search: TransactionSearch
  onChange: (next: Partial<TransactionSearch>) => void
}

/** The filters of the list; each stands in the address, and as a chip that takes it away. */
export function FilterBar({ search, onChange }: Props) {
  const chips = listFilters(search)
  return (
    <div className="grid gap-2 no-print" role="search">
      <div className="flex flex-wrap items-center gap-2">
        <Typed
          label="Search the transactions"
          placeholder="Description or merchant"
          value={search.q}
          className="w-[240px]"
          onChange={(q) => onChange({ q })}
        />
        <Choice
          label="Direction"
          value={search.direction}
          options={[
            ['', 'In and out'],
            ['inflow', 'In'],
            ['outflow', 'Out'],
          ]}
          onChange={(direction) => onChange({ direction })}
        />
        <Choice
          label="Revenue"
          value={search.revenue}
          options={[
            ['', 'Any revenue'],
            ['yes', 'Revenue'],
            ['no', 'Not revenue'],
          ]}
          onChange={(revenue) => onChange({ revenue })}
        />
        <Typed
          label="Least amount"
          placeholder="Min"
          value={search.min}
          className="w-[92px]"
          onChange={(min) => onChange({ min })}
        />
        <Typed
          label="Greatest amount"
          placeholder="Max"
          value={search.max}
          className="w-[92px]"
          onChange={(max) => onChange({ max })}
        />
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={search.review !== undefined}
            onChange={({ target }) => onChange({ review: target.checked ? 'yes' : undefined })}
          />
          To look at
        </label>
      </div>
      {chips.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {chips.map(({ name, text }) => (
            <button
              key={name}
              type="button"
              className="chip min-h-6 hover:bg-hover"
              aria-label={`Take away the filter ${text}`}
              onClick={() => onChange({ [name]: undefined })}
            >
              {text} <span aria-hidden="true">×</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
