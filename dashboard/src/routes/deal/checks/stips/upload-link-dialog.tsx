import { useState } from 'react'
import type {
  SubmissionStipsItem,
  SubmissionUploadLink,
} from '../../../../../../clients/typescript/src/index.ts'
import { refreshDeal } from '../../../../data/queries.ts'
import { api } from '../../../../data/session.ts'
import { formatDay, formatText } from '../../../../format/values.ts'
import { Dialog } from '../../../../parts/dialog.tsx'
import { Form, SelectField } from '../../../../parts/records/form.tsx'
import { copyText } from './copy-text.ts'
import { StipChoice, useStipChoice } from './stip-choice.tsx'

const DAYS = ['3', '7', '14', '30', '90'].map((days) => [days, `${days} days`] as const)

interface Props {
  id: string
  missing: readonly SubmissionStipsItem[]
  onClose: () => void
}

/** A link for an own mail or message, by which the applicant brings what is missing. */
export function UploadLinkDialog({ id, missing, onClose }: Props) {
  const { wanted, codes, fields } = useStipChoice(missing)
  const [days, setDays] = useState('14')
  const [link, setLink] = useState<SubmissionUploadLink | null>(null)
  const make = async (): Promise<void> => {
    const made = await api.submissions.createUploadLink(id, {
      ...(missing.length > 0 && { codes }),
      expires_in_days: Number(days),
    })
    await refreshDeal(id)
    setLink(made)
  }
  if (link !== null) return <MadeLink link={link} wanted={wanted} onClose={onClose} />
  return (
    <Dialog
      title="Upload link for the applicant"
      note="Whoever has it can bring files to this deal, and sees nothing of it but what is wanted."
      onClose={onClose}
    >
      <div className="p-4">
        <Form
          submitLabel="Make the link"
          onSubmit={make}
          onCancel={onClose}
          isReady={missing.length === 0 || codes.length > 0}
        >
          <SelectField label="Good for" value={days} options={DAYS} onChange={setDays} />
          {missing.length > 0 && <StipChoice {...fields} />}
        </Form>
      </div>
    </Dialog>
  )
}

interface MadeProps {
  link: SubmissionUploadLink
  wanted: readonly SubmissionStipsItem[]
  onClose: () => void
}

/** The address, which is shown this once. */
function MadeLink({ link: { url, expires_at }, wanted, onClose }: MadeProps) {
  const address = url ?? ''
  const until = formatDay(expires_at)
  return (
    <Dialog
      title="The upload link"
      note={`Good until ${until}. It is shown once: copy it now.`}
      onClose={onClose}
    >
      <div className="grid gap-4 p-4">
        <label className="grid gap-1">
          <span className="label">Address</span>
          <input
            className="field"
            readOnly
            value={address}
            onFocus={({ target }) => target.select()}
          />
        </label>
        <div className="flex flex-wrap justify-end gap-2">
          <button
            type="button"
            className="button"
            onClick={() => void copyText(toMessage(address, until, wanted), 'The message')}
          >
            Copy with a message
          </button>
          <button
            type="button"
            className="button primary"
            onClick={() => void copyText(address, 'The upload link')}
          >
            Copy upload link
          </button>
        </div>
      </div>
    </Dialog>
  )
}

function toMessage(url: string, until: string, wanted: readonly SubmissionStipsItem[]): string {
  const list = wanted.map(({ label }) => `- ${formatText(label)}`)
  const wanting = list.length > 0 ? ['Please send us:', ...list, ''] : []
  return ['Hello,', '', ...wanting, `Upload the files here, until ${until}:`, url].join('\n')
}
