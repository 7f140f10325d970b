import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery } from '../../../data/categories.ts'
import { reportQuery } from '../../../data/queries.ts'
import { Choice, Typed } from '../../../parts/filter-fields.tsx'
import { listFilters, type TransactionSearch } from './transaction-search.ts'

/** Flags by which an underwriter looks for rows; every other one can stand in the address. */
const FLAGS = [
  ['', 'Any flag'],
  ['nsf', 'NSF'],
  ['overdraft', 'Overdraft'],
  ['returned_item', 'Returned item'],
  ['stop_payment', 'Stop payment'],
  ['mca', 'Advance'],
  ['debt_service', 'Debt service'],
  ['internal_matched', 'Internal transfer'],
  ['unmatched_transfer', 'Unmatched transfer'],
  ['related_party', 'Related party'],
  ['cash', 'Cash'],
  ['wire', 'Wire'],
  ['check', 'Check'],
  ['p2p', 'Person to person'],
  ['gambling', 'Gambling'],
  ['crypto', 'Crypto'],
  ['legal_order', 'Levy or garnishment'],
  ['round_number', 'Round number'],
  ['recurring', 'Recurring'],
] as const

interface Props {
  id: string
  search: TransactionSearch
  onChange: (next: Partial<TransactionSearch>) => void
}

/** The filters of the list; each stands in the address, and as a chip that takes it away. */
export function FilterBar({ id, search, onChange }: Props) {
  // On a phone the rows come first; what is filtered stands as chips in either case.
  const [isWhole, setWhole] = useState(false)
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
        <button
          type="button"
          className="button sm:hidden"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          Filters
        </button>
        <div className={`contents ${isWhole ? '' : 'max-sm:hidden'}`}>
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
          <MoreFilters id={id} search={search} onChange={onChange} />
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={search.review !== undefined}
              onChange={({ target }) => onChange({ review: target.checked ? 'yes' : undefined })}
            />
            To look at
          </label>
        </div>
      </div>
      <Chips search={search} onChange={onChange} />
    </div>
  )
}

function Chips({ search, onChange }: Omit<Props, 'id'>) {
  const chips = listFilters(search)
  if (chips.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {chips.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          className="chip min-h-6 hover:bg-hover"
          aria-label={`Remove the filter ${text}`}
          onClick={() => onChange({ [name]: undefined })}
        >
          {text} <span aria-hidden="true">×</span>
        </button>
      ))}
    </div>
  )
}

function MoreFilters({ id, search, onChange }: Props) {
  const { data: categories = [] } = useQuery(categoriesQuery())
  const { data: summary } = useQuery(reportQuery('bankSummary', id))
  const accounts = summary?.accounts ?? []
  return (
    <>
      <Choice
        label="Category"
        value={search.category}
        options={[
          ['', 'Any category'],
          ...categories.map(({ slug, name }) => [slug, name] as const),
        ]}
        onChange={(category) => onChange({ category })}
      />
      <Choice
        label="Flag"
        value={search.flag}
        options={FLAGS}
        onChange={(flag) => onChange({ flag })}
      />
      {accounts.length > 1 && (
        <Choice
          label="Account"
          value={search.account}
          options={[
            ['', 'Any account'],
            ...accounts.map(
              ({ account_id, institution_name, type, last4 }) =>
                [account_id, `${institution_name ?? type} ·${last4 ?? '?'}`] as const,
            ),
          ]}
          onChange={(account) => onChange({ account })}
        />
      )}
      <DayField label="From" value={search.from} onChange={(from) => onChange({ from })} />
      <DayField label="Until" value={search.to} onChange={(to) => onChange({ to })} />
    </>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

function DayField({ label, value = '', onChange }: DayProps) {
  return (
    <label className="flex items-center gap-1">
      <span className="meta">{label}</span>
      <input
        type="date"
        className="field"
        value={value}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    </label>
  )
}
