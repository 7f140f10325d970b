import { useState, type FormEvent } from 'react'
import type {
  FunderLink,
  FunderUpdateSubmissionParams,
} from '../../../../../clients/typescript/src/index.ts'
import { toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { FormActions, Labeled } from '../fields.tsx'
import { EMPTY, listResponses, toPatch, type ResponseDraft } from './response.ts'
import { updateLink } from './update-link.ts'

interface Props {
  link: FunderLink
  onClose: () => void
}

const FREQUENCIES = ['daily', 'weekly', 'biweekly', 'monthly']
const WORDS: Record<string, string> = {
  offered: 'An offer',
  declined: 'A decline',
  more_info_requested: 'More is needed',
  submitted: 'Sent by hand',
  funded: 'Funded',
  withdrawn: 'We withdraw it',
  expired: 'It expired',
}

/** What a funder said by phone, mail or portal: an offer, a decline, a request for more. */
export function ResponseDialog({ link, onClose }: Props) {
  const kinds = listResponses(link.status)
  const [draft, setDraft] = useState<ResponseDraft>({ ...EMPTY, kind: kinds[0] ?? 'offered' })
  const [isBusy, setBusy] = useState(false)
  const set = (next: Partial<ResponseDraft>): void => setDraft({ ...draft, ...next })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    const patch = toPatch(draft) as FunderUpdateSubmissionParams
    const isDone = await updateLink(
      link,
      patch,
      `Recorded for ${link.funder_name}: ${WORDS[draft.kind]}`,
    )
    setBusy(false)
    if (isDone) onClose()
  }
  if (kinds.length === 0)
    return (
      <Dialog title={link.funder_name} onClose={onClose}>
        <p className="p-4">
          This submission ended as {toWords(link.status).toLowerCase()}; nothing more can be
          recorded.
        </p>
      </Dialog>
    )
  return (
    <Dialog title={`Response of ${link.funder_name}`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4 p-4">
        <Labeled label="What came">
          <select
            className="field"
            value={draft.kind}
            onChange={({ target }) => set({ kind: target.value })}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {WORDS[kind]}
              </option>
            ))}
          </select>
        </Labeled>
        {draft.kind === 'offered' && <OfferFields draft={draft} set={set} />}
        {draft.kind === 'declined' && (
          <Labeled label="Reason">
            <input
              className="field"
              required
              maxLength={500}
              value={draft.reason}
              onChange={({ target }) => set({ reason: target.value })}
            />
          </Labeled>
        )}
        <FormActions action="Record" isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  draft: ResponseDraft
  set: (next: Partial<ResponseDraft>) => void
}

function OfferFields({ draft, set }: FieldsProps) {
  const numbers = [
    ['amount', 'Amount', true],
    ['factor', 'Factor', true],
    ['term', 'Term, months', true],
    ['commission', 'Commission, a sum of money', false],
  ] as const
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {numbers.map(([field, label, isRequired]) => (
        <Labeled key={field} label={label}>
          <input
            className="field"
            inputMode="decimal"
            pattern="[0-9.,$ ]*"
            required={isRequired}
            value={draft[field]}
            onChange={({ target }) => set({ [field]: target.value })}
          />
        </Labeled>
      ))}
      <Labeled label="Payments">
        <select
          className="field"
          value={draft.frequency}
          onChange={({ target }) => set({ frequency: target.value })}
        >
          {FREQUENCIES.map((one) => (
            <option key={one} value={one}>
              {toWords(one)}
            </option>
          ))}
        </select>
      </Labeled>
      <Labeled label="Good until">
        <input
          type="date"
          className="field"
          value={draft.until}
          onChange={({ target }) => set({ until: target.value })}
        />
      </Labeled>
      <Labeled label="Stips" hint="Separated by commas">
        <input
          className="field"
          value={draft.stips}
          onChange={({ target }) => set({ stips: target.value })}
        />
      </Labeled>
    </div>
  )
}
