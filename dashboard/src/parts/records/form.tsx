import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { describeError } from '../../data/queries.ts'

interface FieldProps {
  label: string
  note?: ReactNode
  /** A word beside the label, where it moves nothing that is about to be clicked. */
  state?: string
  children: (ids: { id: string; 'aria-describedby': string | undefined }) => ReactNode
}

/** A field of a form under its label, with what helps to fill it in. */
export function Field({ label, note, state, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <span className="flex justify-between gap-2">
        <label htmlFor={id} className="label">
          {label}
        </label>
        {state !== undefined && (
          <span className="meta" role="status">
            {state}
          </span>
        )}
      </span>
      {children({ id, 'aria-describedby': note ? noteId : undefined })}
      {note && (
        <span id={noteId} className="meta">
          {note}
        </span>
      )}
    </div>
  )
}

interface TextFieldProps {
  label: string
  note?: ReactNode
  value: string
  onChange: (value: string) => void
  isRequired?: boolean
  type?: string
  rows?: number
  placeholder?: string
}

/** A line of text, or with `rows` several. */
export function TextField({ label, note, value, onChange, isRequired, ...rest }: TextFieldProps) {
  const { type = 'text', rows, placeholder } = rest
  return (
    <Field label={label} note={note}>
      {(ids) =>
        rows === undefined ? (
          <input
            {...ids}
            className="field"
            type={type}
            required={isRequired}
            placeholder={placeholder}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <textarea
            {...ids}
            className="field"
            rows={rows}
            required={isRequired}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Field>
  )
}

interface SelectFieldProps {
  label: string
  note?: ReactNode
  value: string
  options: readonly (readonly [value: string, label: string])[]
  isDisabled?: boolean
  onChange: (value: string) => void
}

export function SelectField({ label, note, value, options, ...rest }: SelectFieldProps) {
  const { isDisabled = false, onChange } = rest
  return (
    <Field label={label} note={note}>
      {(ids) => (
        <select
          {...ids}
          className="field"
          value={value}
          disabled={isDisabled}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface CheckProps {
  label: ReactNode
  note?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
}

export function CheckField({ label, note, isOn, onChange, isDisabled = false }: CheckProps) {
  return (
    <label className="flex min-h-6 items-baseline gap-2">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {label}
        {note && <span className="meta block">{note}</span>}
      </span>
    </label>
  )
}

interface FormProps {
  submitLabel: string
  /** Rejects with the fault that is shown above the buttons. */
  onSubmit: () => Promise<unknown>
  onCancel?: () => void
  isReady?: boolean
  children: ReactNode
}

/** A form that shows why it was refused, and keeps what was typed. */
export function Form({ submitLabel, onSubmit, onCancel, isReady = true, children }: FormProps) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setError(null)
    setBusy(true)
    onSubmit()
      .catch(setError)
      .finally(() => setBusy(false))
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      {children}
      {error !== null && <Refused error={error} />}
      <div className="flex justify-end gap-2">
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        )}
        <button className="button primary" disabled={isBusy || !isReady}>
          {submitLabel}
        </button>
      </div>
    </form>
  )
}

/** Why what was sent is not done, with what the operator finds it by. */
export function Refused({ error }: { error: unknown }) {
  const { message, requestId } = describeError(error)
  return (
    <div className="notice" data-tone="negative" role="alert">
      <span>
        <strong className="negative">✕ Not done.</strong> {message}
      </span>
      {requestId && <code className="meta">{requestId}</code>}
    </div>
  )
}
