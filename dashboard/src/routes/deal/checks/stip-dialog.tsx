import { useState } from 'react'
import type { SubmissionStipsItem } from '../../../../../clients/typescript/src/index.ts'
import { refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCounted, formatDaysIn } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { CheckField, Form, SelectField, TextField } from '../../../parts/records/form.tsx'
import { notify } from '../../../parts/toasts.tsx'

interface Props {
  id: string
  missing: readonly SubmissionStipsItem[]
  onClose: () => void
}

const RECEIVERS = [
  ['', 'The broker, or else the applicant'],
  ['applicant', 'The applicant'],
  ['broker', 'The broker'],
  ['typed', 'Another address'],
] as const

/** What is requested and of whom; it ticks itself off as documents come. */
export function StipDialog({ id, missing, onClose }: Props) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [receiver, setReceiver] = useState('')
  const [address, setAddress] = useState('')
  const codes = missing.map(({ code }) => code).filter((code) => !left.has(code))
  const to = receiver === 'typed' ? address.trim() : receiver
  const send = async (): Promise<void> => {
    const params = { codes, ...(to !== '' && { to: [to] }) }
    const { items } = await api.submissions.createStipRequest(id, params)
    await refreshDeal(id)
    notify(`Requested: ${formatCounted(items.length, 'item')}`)
    onClose()
  }
  const turn = (code: string, isOn: boolean): void => {
    const next = new Set(left)
    if (isOn) next.delete(code)
    else next.add(code)
    setLeft(next)
  }
  return (
    <Dialog title="Request what is missing" onClose={onClose}>
      <div className="p-4">
        <Form
          submitLabel={`Request ${formatCounted(codes.length, 'item')}`}
          onSubmit={send}
          onCancel={onClose}
          isReady={codes.length > 0 && (receiver !== 'typed' || address.includes('@'))}
        >
          <SelectField label="To" value={receiver} options={RECEIVERS} onChange={setReceiver} />
          {receiver === 'typed' && (
            <TextField
              label="E-mail"
              type="email"
              value={address}
              onChange={setAddress}
              isRequired
            />
          )}
          <fieldset className="grid gap-1">
            <legend className="label mb-1">What</legend>
            {missing.map(({ code, label }) => (
              <CheckField
                key={code}
                label={formatDaysIn(label)}
                isOn={!left.has(code)}
                onChange={(isOn) => turn(code, isOn)}
              />
            ))}
          </fieldset>
        </Form>
      </div>
    </Dialog>
  )
}
