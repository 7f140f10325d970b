import { useState, type ReactNode } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/records/form.tsx'
import { ReasonField } from './checks/reason-field.tsx'

interface Props {
  title: string
  note?: string
  action: string
  /** What speaks against it. */
  children?: ReactNode
  onSubmit: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** What speaks against something, and why a person does it all the same. */
export function ReasonDialog({ title, note, action, children, onSubmit, onClose }: Props) {
  const [reason, setReason] = useState('')
  const submit = async (): Promise<void> => {
    await onSubmit(reason.trim())
    onClose()
  }
  return (
    <Dialog title={title} note={note} onClose={onClose}>
      <div className="p-4">
        <Form
          submitLabel={action}
          onSubmit={submit}
          onCancel={onClose}
          isReady={reason.trim() !== ''}
        >
          {children}
          <ReasonField value={reason} onChange={setReason} />
        </Form>
      </div>
    </Dialog>
  )
}
