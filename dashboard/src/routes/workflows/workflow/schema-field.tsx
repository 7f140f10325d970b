import { useState } from 'react'
import { toWords } from '../../../format/values.ts'
import { fromText, toText, type Control } from '../schema.ts'

interface Props {
  label: string
  control: Control
  options: readonly string[]
  isRequired: boolean
  value: unknown
  onText: (text: string) => void
  onValue: (value: unknown) => void
}

/** One setting; what is typed stays as it was typed, and is checked as it goes. */
export function SchemaField(props: Props) {
  const { label, control, options, isRequired, value, onText, onValue } = props
  const [text, setText] = useState(() => toText(control, value))
  const isBroken = control === 'json' && fromText('json', text) === null
  const type = (typed: string): void => {
    setText(typed)
    if (control !== 'json' || fromText('json', typed) !== null) onText(typed)
  }
  if (control === 'switch')
    return (
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => onValue(target.checked ? true : undefined)}
        />
        {label}
      </label>
    )
  return (
    <label className="grid gap-1">
      <span className="label">
        {label}
        {isRequired && ' (required)'}
        {control === 'lines' && ', one a line'}
      </span>
      {control === 'choice' ? (
        <select className="field" value={text} onChange={({ target }) => type(target.value)}>
          <option value="">{isRequired ? 'Choose one' : 'Default'}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {toWords(option)}
            </option>
          ))}
        </select>
      ) : control === 'text' || control === 'number' ? (
        <input
          className="field"
          inputMode={control === 'number' ? 'decimal' : undefined}
          value={text}
          onChange={({ target }) => type(target.value)}
        />
      ) : (
        <textarea
          className={control === 'json' ? 'field font-mono text-[12.5px]' : 'field'}
          rows={control === 'lines' ? 3 : 4}
          spellCheck={control === 'long'}
          aria-invalid={isBroken || undefined}
          value={text}
          onChange={({ target }) => type(target.value)}
        />
      )}
      {isBroken && <span className="negative">This is not whole JSON yet.</span>}
    </label>
  )
}
