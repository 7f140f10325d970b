import { useState, type FormEvent } from 'react'
import type { SubmissionAttributeValue } from '../../../../../clients/typescript/src/index.ts'
import { refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'
import { FormActions, Labeled } from '../fields.tsx'
import { parseNumber, printNumber } from '../../../format/region.ts'

interface Props {
  id: string
  attribute: SubmissionAttributeValue
  onClose: () => void
}

const NUMBERS = new Set(['integer', 'number', 'money', 'decimal'])

/** A value by hand outranks every source, until it is removed. */
export function AttributeDialog({ id, attribute, onClose }: Props) {
  const { attribute: kind, value, is_overridden } = attribute
  const [text, setText] = useState(() => toText(value))
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const save = async (next: unknown): Promise<void> => {
    setBusy(true)
    const isDone = await setValue(id, attribute, { value: next, reason: reason.trim() })
    setBusy(false)
    if (isDone) onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void save(toValue(text, kind.type))
  }
  return (
    <Dialog title={`Edit ${kind.label}`} note={attribute.entity.label} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4 p-4">
        <Labeled label="Value">
          <input
            className="field"
            type={kind.type === 'date' ? 'date' : 'text'}
            required
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Labeled>
        <Labeled label="Reason" hint="Saved with your name">
          <input
            className="field"
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Labeled>
        {is_overridden && (
          <button
            type="button"
            className="button justify-self-start"
            disabled={isBusy}
            onClick={() => void save(null)}
          >
            Use the sources again
          </button>
        )}
        <FormActions action="Save" isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return printNumber(value)
  return typeof value === 'boolean' ? String(value) : ''
}

function toValue(text: string, type: string): unknown {
  if (NUMBERS.has(type)) return parseNumber(text)
  if (type === 'boolean') return /^(?:yes|true)$/i.test(text.trim())
  return text.trim()
}

async function setValue(
  id: string,
  attribute: SubmissionAttributeValue,
  { value, reason }: { value: unknown; reason: string },
): Promise<boolean> {
  const { entity, entity_index, attribute: kind, is_overridden } = attribute
  const send = (next: unknown): Promise<unknown> =>
    attempt(async () => {
      const place = { entity: entity.name, attribute: kind.name, entity_index }
      const values = [{ ...place, value: next, ...(reason !== '' && { reason }) }]
      await api.submissions.updateAttributeValues(id, { values })
      await refreshDeal(id)
      return true
    })
  if ((await send(value)) === undefined) return false
  const before = is_overridden ? attribute.value : null
  notify(`Saved: ${kind.label}`, () => void send(before))
  return true
}
