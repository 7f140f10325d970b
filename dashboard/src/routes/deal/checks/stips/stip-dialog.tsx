import { useState } from 'react'
import type {
  Submission,
  SubmissionStipRequestResultMail,
  SubmissionStipsItem,
} from '../../../../../../clients/typescript/src/index.ts'
import { refreshDeal } from '../../../../data/queries.ts'
import { api, readMode } from '../../../../data/session.ts'
import { formatCounted } from '../../../../format/values.ts'
import { Dialog } from '../../../../parts/dialog.tsx'
import { CheckField, Form, SelectField, TextField } from '../../../../parts/records/form.tsx'
import { SenderNote } from '../../../../parts/sender-note.tsx'
import { notify } from '../../../../parts/toasts.tsx'
import { describeParty } from '../../../email/party.ts'
import { StipChoice, useStipChoice } from './stip-choice.tsx'

interface Props {
  deal: Submission
  missing: readonly SubmissionStipsItem[]
  onClose: () => void
}

/** Whoever has an address; somebody else's can be typed, and kept where the deal has none. */
function listReceivers({ companyInfo, source }: Submission) {
  return [
    ...(companyInfo.email ? [['applicant', `The applicant, ${companyInfo.email}`] as const] : []),
    ...(source === 'broker' ? [['broker', 'The broker'] as const] : []),
    ['typed', 'An address'] as const,
  ]
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/

/** What is requested and of whom; it ticks itself off as documents come. */
export function StipDialog({ deal, missing, onClose }: Props) {
  const { id, companyInfo } = deal
  const receivers = listReceivers(deal)
  const { wanted, codes, fields } = useStipChoice(missing)
  const [receiver, setReceiver] = useState<string>(receivers[0]![0])
  const [address, setAddress] = useState('')
  const [isKept, setKept] = useState(!companyInfo.email)
  const isTyped = receiver === 'typed'
  const to = isTyped ? address.trim() : receiver
  const [mail, setMail] = useState<SubmissionStipRequestResultMail | null>(null)
  const read = async (): Promise<void> => {
    const request = { codes, to: [to], preview: true }
    setMail((await api.submissions.createStipRequest(id, request)).mail)
  }
  const send = async (text: string): Promise<void> => {
    if (isTyped && isKept) await api.submissions.update(id, { companyInfo: { email: to } })
    // A text that is as it was comes with its HTML.
    const own = text === mail?.text ? {} : { text }
    const { items } = await api.submissions.createStipRequest(id, { codes, to: [to], ...own })
    await refreshDeal(id)
    const count = formatCounted(items.length, 'item')
    notify(readMode() === 'test' ? `Saved, not sent: request of ${count}` : `Requested: ${count}`)
    onClose()
  }
  if (mail !== null)
    return <MailDialog mail={mail} onSend={send} onBack={() => setMail(null)} onClose={onClose} />
  return (
    <Dialog title="Request what is missing" onClose={onClose}>
      <div className="p-4">
        <Form
          submitLabel={`Preview the mail for ${formatCounted(wanted.length, 'item')}`}
          onSubmit={read}
          onCancel={onClose}
          isReady={codes.length > 0 && (!isTyped || ADDRESS.test(to))}
        >
          <SelectField label="To" value={receiver} options={receivers} onChange={setReceiver} />
          {isTyped && (
            <>
              <TextField
                label="E-mail"
                type="email"
                value={address}
                onChange={setAddress}
                isRequired
              />
              <CheckField
                label="Save it as the e-mail of the applicant"
                isOn={isKept}
                onChange={setKept}
              />
            </>
          )}
          <StipChoice {...fields} />
        </Form>
      </div>
    </Dialog>
  )
}

interface MailProps {
  mail: SubmissionStipRequestResultMail
  onSend: (text: string) => Promise<void>
  onBack: () => void
  onClose: () => void
}

/** The mail before it leaves, to be read and altered. */
function MailDialog({ mail: { from, to, subject, text }, onSend, onBack, onClose }: MailProps) {
  const [altered, setAltered] = useState(text)
  return (
    <Dialog title="The mail before it is sent" note={`To ${to.join(', ')}`} onClose={onClose}>
      <div className="grid gap-3 p-4">
        {readMode() === 'test' && (
          <p className="notice">The test mode saves the mail and sends nothing.</p>
        )}
        <p>
          From <strong className="text-ink">{describeParty(from)}</strong>
        </p>
        <SenderNote address={from.address} />
        <p className="text-ink">{subject}</p>
        <Form submitLabel="Send" onSubmit={() => onSend(altered)} onCancel={onBack}>
          <TextField label="Text" rows={14} value={altered} isRequired onChange={setAltered} />
        </Form>
      </div>
    </Dialog>
  )
}
