import { useEffect, useState } from 'react'
import { describeError } from '../../data/queries.ts'
import { Field } from '../../parts/records/form.tsx'

interface Props {
  label: string
  value: string
  isOpen: boolean
  type?: string
  options?: readonly (readonly [value: string, label: string])[]
  onSave: (value: string) => Promise<unknown>
}

/** A field that is kept when it is left; why it was refused stands under it. */
export function KeptField({ label, value, isOpen, type = 'text', options, onSave }: Props) {
  const [text, setText] = useState(value)
  const [state, setState] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => setText(value), [value])
  const keep = (next: string): void => {
    if (next === value) return
    setState('Saving')
    onSave(next).then(
      () => {
        setState('Saved')
        setFault(null)
      },
      (error: unknown) => {
        setState('')
        setFault(`✕ ${describeError(error).message}`)
      },
    )
  }
  return (
    <Field label={label} state={state} note={fault && <span role="alert">{fault}</span>}>
      {(ids) =>
        options ? (
          <select
            {...ids}
            className="field"
            disabled={!isOpen}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              keep(target.value)
            }}
          >
            {options.map(([option, word]) => (
              <option key={option} value={option}>
                {word}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...ids}
            className="field"
            type={type}
            readOnly={!isOpen}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onBlur={() => keep(text.trim())}
          />
        )
      }
    </Field>
  )
}
