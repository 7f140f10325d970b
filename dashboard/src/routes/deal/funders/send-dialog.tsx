import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import type {
  Document,
  FunderForSubmission,
  Submission,
} from '../../../../../clients/typescript/src/index.ts'
import { documentsQuery, refreshDeal } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api, readMode } from '../../../data/session.ts'
import { formatBytes, formatCounted } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Skeleton } from '../../../parts/page.tsx'
import { readTriedAmount } from '../positions/offer/tried-offer.ts'
import { attempt } from '../attempt.ts'
import { ReasonField } from '../checks/reason-field.tsx'
import { FormActions, Labeled } from '../fields.tsx'
import { parseNumber, printNumber } from '../../../format/region.ts'
import { sendOne, type Order, type Outcome } from './send-one.ts'
import { SendPreview } from './send-preview.tsx'
import { Files, Reports, Watermark, type ReportName } from './sent-files.tsx'
import { Unsendable, useObstacles } from './unsendable.tsx'

/** Mails of funders take no more; the service refuses it too. */
const BYTES_MAX = 18 * 1024 * 1024

interface Props {
  deal: Submission
  funders: readonly FunderForSubmission[]
  onClose: () => void
}

/** The package for each chosen funder: which files, for how much; then what became of each. */
export function SendDialog({ deal, funders, onClose }: Props) {
  const documents = useQuery(documentsQuery(deal.id))
  const [isSent, setSent] = useState(true)
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const left = funders.filter(({ funder_id }) =>
    outcomes.every(({ id, isDone }) => id !== funder_id || !isDone),
  )
  const submit = async (order: Order): Promise<void> => {
    const all = await Promise.all(left.map((funder) => sendOne(deal.id, funder, order)))
    if (all.some(({ isDone }) => isDone)) await keepRequest(deal, order.amount)
    await refreshDeal(deal.id)
    setOutcomes([...outcomes.filter(({ isDone }) => isDone), ...all])
  }
  const count = formatCounted(funders.length, 'funder')
  return (
    <Dialog
      title={isSent ? `Send to ${count}` : `Add ${count} without sending`}
      note={funders.map(({ funder_name }) => funder_name).join(', ')}
      onClose={onClose}
    >
      {outcomes.length > 0 && <Outcomes outcomes={outcomes} />}
      {left.length === 0 ? (
        <Done onClose={onClose} />
      ) : documents.data === undefined ? (
        <div className="p-4">
          <Skeleton height={220} />
        </div>
      ) : (
        <OrderForm
          deal={deal}
          funders={left}
          documents={documents.data}
          isSent={isSent}
          onHow={setSent}
          onSubmit={submit}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  deal: Submission
  funders: readonly FunderForSubmission[]
  documents: readonly Document[]
  isSent: boolean
  onHow: (isSent: boolean) => void
  onSubmit: (order: Order) => Promise<void>
  onClose: () => void
}

function OrderForm({ deal, funders, documents, isSent, onHow, onSubmit, onClose }: FormProps) {
  const obstacles = useObstacles(funders)
  const linked = funders.filter(({ link }) => link !== null).map((one) => one.funder_name)
  const usable = documents.filter(({ is_included, status }) => is_included && status !== 'failed')
  const [left, setLeft] = useState<string[]>([])
  const [reports, setReports] = useState<ReportName[]>([])
  const can = useCan()
  const areReportsSent =
    can('analytics:read') && can('transactions:read') && funders.every(({ link }) => link === null)
  const [start] = useState(() => findAmount(deal))
  const [amount, setAmount] = useState(printNumber(start.amount))
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const chosen = usable.filter(({ id }) => !left.includes(id))
  const size = chosen.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  const order: Order = {
    documentIds: chosen.map(({ id }) => id),
    reports,
    amount: parseNumber(amount),
    note: note.trim(),
    isSent,
    reason: isSent && isTurnedDown(deal) ? reason.trim() : '',
  }
  const send = async (): Promise<void> => {
    setBusy(true)
    await onSubmit(order)
    setBusy(false)
  }
  const isChecking = isSent && obstacles === undefined
  const [isWaiting, wait] = useSendOnceChecked({ isChecking, obstacles, send })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isChecking) wait()
    else void send()
  }
  const isHeld = isSent && (size > BYTES_MAX || (obstacles !== undefined && obstacles.length > 0))
  return (
    <form onSubmit={submit} className="grid gap-4 p-4">
      <How isSent={isSent} onChange={onHow} />
      {isSent && readMode() === 'test' && (
        <p className="notice">In the test mode nothing leaves the service.</p>
      )}
      {isSent && obstacles && <Unsendable funders={obstacles} />}
      {isSent && linked.length > 0 && (
        <p className="notice">
          {linked.join(', ')}: the files that were chosen when it was linked are sent.
        </p>
      )}
      {isSent && isTurnedDown(deal) && (
        <>
          <p className="notice" data-tone="negative">
            ▲ This deal is {deal.dealStage}.
          </p>
          <ReasonField value={reason} onChange={setReason} />
        </>
      )}
      <Files documents={usable} left={left} onChange={setLeft} />
      {areReportsSent && <Reports chosen={reports} onChange={setReports} />}
      <Watermark isSent={isSent} />
      <p className={size > BYTES_MAX ? 'negative' : 'meta'}>
        {formatCounted(chosen.length, 'file')}, {formatBytes(size)}
        {size > BYTES_MAX && ': more than the 18 MiB that can be sent at once'}
      </p>
      <Labeled label="Amount requested" {...(start.hint !== undefined && { hint: start.hint })}>
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
      {isSent && obstacles?.length === 0 && (
        <SendPreview dealId={deal.id} funders={funders} order={order} />
      )}
      <p className="meta text-right" role="status">
        {isChecking && 'Checking whether each funder can be sent to…'}
        {isWaiting && ' It is sent as soon as that is known.'}
      </p>
      <FormActions
        action={isSent ? 'Send' : 'Add without sending'}
        isBusy={isBusy || isWaiting || isHeld}
        onClose={onClose}
      />
    </form>
  )
}

interface Checked {
  isChecking: boolean
  obstacles: readonly unknown[] | undefined
  send: () => Promise<void>
}

/** Who sends before the funders are checked waits; it is sent once nothing is in the way. */
function useSendOnceChecked({ isChecking, obstacles, send }: Checked) {
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || isChecking) return
    setWaiting(false)
    if (obstacles?.length === 0) void send()
  }, [isWaiting, isChecking])
  return [isWaiting && isChecking, () => setWaiting(true)] as const
}

/** Of such a deal a funder gets nothing without a reason. */
function isTurnedDown({ dealStage }: Submission): boolean {
  return dealStage === 'declined' || dealStage === 'withdrawn'
}

/** What funders hear is what the business requests, where that is not known. */
async function keepRequest({ id, request }: Submission, amount: number | null): Promise<void> {
  if (amount === null || request?.amount != null) return
  await attempt(() => api.submissions.update(id, { request: { amount } }))
}

/** What was tried last, else what the deal keeps as its offer, else what the business requests. */
function findAmount(deal: Submission): { amount: number | null | undefined; hint?: string } {
  const { keptOffer: offer, request } = deal
  const tried = readTriedAmount(deal.id)
  if (tried !== null) return { amount: tried, hint: 'As it was tried last on Positions' }
  if (offer && offer.state !== 'withdrawn')
    return { amount: offer.amount, hint: 'As in the saved offer' }
  return { amount: request?.amount }
}

function How({ isSent, onChange }: { isSent: boolean; onChange: (isSent: boolean) => void }) {
  const choices = [
    [true, 'Send it now'],
    [false, 'Only list the funder on this deal, and send it myself'],
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

function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <ul role="status" className="grid gap-1 px-4 pt-4">
      {outcomes.map(({ id, name, text, isDone }) => (
        <li key={id}>
          <span className={isDone ? 'positive' : 'negative'}>{isDone ? '✓' : '✕'}</span>{' '}
          <strong className="text-ink">{name}</strong> {text}
        </li>
      ))}
    </ul>
  )
}

function Done({ onClose }: { onClose: () => void }) {
  return (
    <div className="flex justify-end p-4">
      <button type="button" className="button primary" autoFocus onClick={onClose}>
        Done
      </button>
    </div>
  )
}
