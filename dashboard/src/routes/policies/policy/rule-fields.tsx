import { useId } from 'react'

interface TextProps {
  label: string
  value: string
  hint?: string | undefined
  isRequired?: boolean
  isNumber?: boolean
  onChange: (text: string) => void
}

export function TextField(props: TextProps) {
  const { label, value, hint, isRequired = false, isNumber = false, onChange } = props
  const id = useId()
  return (
    <label className="grid content-start gap-1">
      <span className="label">{label}</span>
      <input
        className="field"
        value={value}
        required={isRequired}
        inputMode={isNumber ? 'decimal' : undefined}
        aria-describedby={hint === undefined ? undefined : id}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint !== undefined && (
        <span id={id} className="meta">
          {hint}
        </span>
      )}
    </label>
  )
}

interface SelectProps {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  isRequired?: boolean
  onChange: (value: string) => void
}

export function Select({ label, value, options, isRequired = false, onChange }: SelectProps) {
  return (
    <label className="grid content-start gap-1">
      <span className="label">{label}</span>
      <select
        className="field"
        value={value}
        required={isRequired}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
