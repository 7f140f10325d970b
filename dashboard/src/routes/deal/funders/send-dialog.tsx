import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type {
  Document,
  FunderForSubmission,
  Submission,
} from '../../../../../clients/typescript/src/index.ts'
import { describeError, documentsQuery, refreshDeal } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api, readMode } from '../../../data/session.ts'
import { formatBytes, formatCounted } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Skeleton } from '../../../parts/page.tsx'
import { settingsQuery } from '../../settings/settings-query.ts'
import { FormActions, Labeled } from '../fields.tsx'
import { parseNumber, printNumber } from '../../../format/region.ts'

/** Mails of funders take no more; the service refuses it too. */
const BYTES_MAX = 18 * 1024 * 1024

interface Props {
  deal: Submission
  funders: readonly FunderForSubmission[]
  onClose: () => void
}

interface Order {
  documentIds: string[]
  amount: number | null
  note: string
  isSent: boolean
}

interface Outcome {
  name: string
  text: string
  isDone: boolean
}

/** The package for each chosen funder: which files, for how much; then what became of each. */
export function SendDialog({ deal, funders, onClose }: Props) {
  const documents = useQuery(documentsQuery(deal.id))
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null)
  const submit = async (order: Order): Promise<void> => {
    const all = await Promise.all(funders.map((funder) => sendOne(deal.id, funder, order)))
    await refreshDeal(deal.id)
    setOutcomes(all)
  }
  const names = funders.map(({ funder_name }) => funder_name).join(', ')
  return (
    <Dialog
      title={`Send to ${formatCounted(funders.length, 'funder')}`}
      note={names}
      onClose={onClose}
    >
      {outcomes !== null ? (
        <Outcomes outcomes={outcomes} onClose={onClose} />
      ) : documents.data === undefined ? (
        <div className="p-4">
          <Skeleton height={220} />
        </div>
      ) : (
        <OrderForm
          deal={deal}
          linked={funders.filter(({ link }) => link !== null).map((one) => one.funder_name)}
          documents={documents.data}
          onSubmit={submit}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  deal: Submission
  /** Funders whose link stands already, by name. */
  linked: readonly string[]
  documents: readonly Document[]
  onSubmit: (order: Order) => Promise<void>
  onClose: () => void
}

function OrderForm({ deal, linked, documents, onSubmit, onClose }: FormProps) {
  const usable = documents.filter(({ is_included, status }) => is_included && status !== 'failed')
  const [left, setLeft] = useState<string[]>([])
  const [amount, setAmount] = useState(printNumber(deal.request?.amount))
  const [note, setNote] = useState('')
  const [isSent, setSent] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const chosen = usable.filter(({ id }) => !left.includes(id))
  const size = chosen.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    const documentIds = chosen.map(({ id }) => id)
    await onSubmit({ documentIds, amount: parseNumber(amount), note: note.trim(), isSent })
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4 p-4">
      {readMode() === 'test' && (
        <p className="notice">In the test mode nothing leaves the service.</p>
      )}
      {linked.length > 0 && (
        <p className="notice">
          {linked.join(', ')}: the files that were chosen when it was linked are sent.
        </p>
      )}
      <Files documents={usable} left={left} onChange={setLeft} />
      <Watermark isSent={isSent} />
      <p className={size > BYTES_MAX ? 'negative' : 'meta'}>
        {formatCounted(chosen.length, 'file')}, {formatBytes(size)}
        {size > BYTES_MAX && ': more than the 18 MiB that can be sent at once'}
      </p>
      <Labeled label="Amount requested">
        <input
          className="field"
          inputMode="decimal"
          pattern="[0-9.,$ ]*"
          autoFocus
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
      </Labeled>
      <Labeled label="Note to the funder">
        <textarea
          className="field"
          rows={2}
          maxLength={2000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Labeled>
      <How isSent={isSent} onChange={setSent} />
      <FormActions
        action={isSent ? 'Send' : 'Link'}
        isBusy={isBusy || (isSent && size > BYTES_MAX)}
        onClose={onClose}
      />
    </form>
  )
}

/** Whether a copy that turns up elsewhere can be traced to its funder, and where that is set. */
function Watermark({ isSent }: { isSent: boolean }) {
  const can = useCan()
  const { data } = useQuery({ ...settingsQuery(), enabled: can('settings:read') })
  const watermark = data?.watermark as { enabled?: boolean; text?: string | null } | undefined
  if (!isSent || watermark === undefined) return null
  if (watermark.enabled !== true)
    return can('settings:write') ? (
      <p className="meta">
        The pages leave without a watermark; it is switched on in <a href="/settings">Settings</a>.
      </p>
    ) : null
  return (
    <p>
      <span className="positive">✓</span> Each page is marked{' '}
      <span className="text-ink">
        {watermark.text ?? 'with your name'} · for its funder · today · a code
      </span>
      : a copy that turns up elsewhere is traced to its funder.
    </p>
  )
}

function How({ isSent, onChange }: { isSent: boolean; onChange: (isSent: boolean) => void }) {
  const choices = [
    [true, 'Send now'],
    [false, 'Link without sending'],
  ] as const
  return (
    <fieldset className="flex flex-wrap gap-x-4">
      <legend className="sr-only">How</legend>
      {choices.map(([value, label]) => (
        <label key={label} className="flex min-h-6 items-center gap-2">
          <input
            type="radio"
            name="how"
            checked={isSent === value}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

interface FilesProps {
  documents: readonly Document[]
  left: readonly string[]
  onChange: (left: string[]) => void
}

function Files({ documents, left, onChange }: FilesProps) {
  return (
    <fieldset className="grid max-h-[240px] gap-1 overflow-y-auto">
      <legend className="label">Files</legend>
      {documents.map(({ id, display_name, size_bytes, authenticity }) => (
        <label key={id} className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            checked={!left.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? left.filter((one) => one !== id) : [...left, id])
            }
          />
          <span className="min-w-0 truncate">{display_name}</span>
          <span className="meta">{formatBytes(size_bytes)}</span>
          {authenticity !== null && authenticity.signals_count > 0 && (
            <span className="caution">▲ signs of alteration</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

function Outcomes({ outcomes, onClose }: { outcomes: readonly Outcome[]; onClose: () => void }) {
  return (
    <div className="grid gap-3 p-4">
      <ul role="status" className="grid gap-1">
        {outcomes.map(({ name, text, isDone }) => (
          <li key={name}>
            <span className={isDone ? 'positive' : 'negative'}>{isDone ? '✓' : '✕'}</span>{' '}
            <strong className="text-ink">{name}</strong> {text}
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <button type="button" className="button primary" autoFocus onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  )
}

/** One funder; a link that stands already is sent again. */
async function sendOne(
  id: string,
  { funder_id, funder_name: name, link, match }: FunderForSubmission,
  { documentIds, amount, note, isSent }: Order,
): Promise<Outcome> {
  try {
    if (link !== null) await api.funders.updateSubmission(funder_id, link.id, { send: isSent })
    else
      await api.funders.linkSubmission(funder_id, {
        submission_id: id,
        policy_id: match?.policy_id ?? null,
        requested: { amount },
        document_ids: documentIds,
        send: isSent,
        ...(note !== '' && { note }),
      })
    return { name, text: isSent ? 'has it on its way' : 'is linked', isDone: true }
  } catch (error) {
    return { name, text: describeError(error).message, isDone: false }
  }
}
