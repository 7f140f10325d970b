import { useEffect, useState } from 'react'
import { listFilters, type TransactionSearch } from './transaction-search.ts'

interface Props {
  search: TransactionSearch
  onChange: (next: Partial<TransactionSearch>) => void
}

const TYPING_MS = 250

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

interface TypedProps {
  label: string
  placeholder: string
  value: string | undefined
  className: string
  onChange: (text: string | undefined) => void
}

function Typed({ label, placeholder, value = '', className, onChange }: TypedProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onChange(text === '' ? undefined : text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <input
      aria-label={label}
      placeholder={placeholder}
      className={`field ${className}`}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string | undefined) => void
}

function Choice({ label, value = '', options, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      className="field"
      value={value}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}
