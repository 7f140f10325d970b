import { parseNumber } from '../../../format/region.ts'
import { useEffect, useId, useRef } from 'react'

/** What whoever decides fills in, as the node of the workflow declares it. */
export interface Field {
  name: string
  label?: string
  type: 'text' | 'number' | 'boolean' | 'date' | 'choice'
  options?: string[]
  is_required?: boolean
}

interface Props {
  field: Field
  value: string
  /** It is required and empty, so that it has the focus. */
  isWanted: boolean
  onChange: (text: string) => void
}

export function ApprovalField({ field, value, isWanted, onChange }: Props) {
  const { name, label = name, type, options = [], is_required = false } = field
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const hint = useId()
  useEffect(() => {
    if (isWanted) control.current?.focus()
  }, [isWanted])
  const shared = {
    ref: control,
    className: 'field',
    value,
    required: is_required,
    'aria-describedby': isWanted ? hint : undefined,
    'aria-invalid': isWanted || undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <label className="grid gap-1">
      <span className="label">
        {label}
        {is_required && ' (required)'}
      </span>
      {type === 'choice' || type === 'boolean' ? (
        <select {...shared}>
          <option value="">Choose one</option>
          {(type === 'boolean' ? ['yes', 'no'] : options).map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={type === 'date' ? 'date' : 'text'}
          inputMode={type === 'number' ? 'decimal' : undefined}
        />
      )}
      {isWanted && (
        <span id={hint} className="negative">
          The workflow needs this before it goes on.
        </span>
      )}
    </label>
  )
}

/** The values as the API takes them; what is left empty is left out. */
export function toValues(
  fields: readonly Field[],
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const given = fields.filter(({ name }) => (texts[name] ?? '') !== '')
  return Object.fromEntries(given.map(({ name, type }) => [name, toValue(type, texts[name]!)]))
}

function toValue(type: Field['type'], text: string): unknown {
  if (type === 'boolean') return text === 'yes'
  if (type !== 'number') return text
  const number = parseNumber(text)
  return Number.isNaN(number) ? text : number
}
