import { parseNumber, printNumber } from '../../../format/region.ts'
import { notify } from '../../../parts/toasts.tsx'
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'

interface Props {
  label: string
  /** As it is shown. */
  text: string
  /** As it is typed. */
  given: string
  type: 'amount' | 'date' | 'text'
  /** What a key finds it by. */
  name?: string
  /** Whether nothing is a value too: that it is not known. */
  isOptional?: boolean
  /** Resolves to whether the value was taken. */
  onSave: (text: string) => Promise<boolean>
}

/** A value that becomes a field: Enter or F2 edits, Enter saves, Escape leaves it as it was. */
export function EditCell({ label, text, given, type, name, isOptional, onSave }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const open = (): void => setDraft(type === 'amount' && given !== '' ? printNumber(+given) : given)
  const close = (): void => {
    setDraft(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  const save = async (): Promise<void> => {
    const value = clean(draft ?? '', type)
    if (value === given || (value === '' && !isOptional)) return close()
    if (value === null) return notify(`Not an amount: ${draft}`)
    setSaving(true)
    const isTaken = await onSave(value)
    setSaving(false)
    if (isTaken) close()
  }
  if (draft === null)
    return (
      <button
        ref={button}
        type="button"
        className="value-button"
        data-edit={name}
        aria-label={`${label}: ${text}. Change it`}
        onClick={open}
        onKeyDown={(event) => event.key === 'F2' && open()}
      >
        {text}
      </button>
    )
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close()
    // Of a date a browser takes Enter for itself.
    if (event.key !== 'Enter' || type !== 'date') return
    event.preventDefault()
    void save()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void save()
  }
  return (
    <form onSubmit={submit} className="inline">
      <input
        aria-label={label}
        className={`field ${type === 'amount' ? 'w-[112px] text-right' : type === 'text' ? 'w-full' : ''}`}
        type={type === 'date' ? 'date' : 'text'}
        inputMode={type === 'amount' ? 'decimal' : undefined}
        value={draft}
        disabled={isSaving}
        autoFocus
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={onKey}
        onBlur={() => !isSaving && void save()}
      />
    </form>
  )
}

/** The value as the service takes it; null for an amount that is none. */
function clean(draft: string, type: Props['type']): string | null {
  const text = draft.trim()
  if (text === '' || type !== 'amount') return text
  const number = parseNumber(text)
  return number === null || Number.isNaN(number) ? null : String(number)
}
