import { useState } from 'react'
import type { DocumentSignal } from '../../../../../clients/typescript/src/index.ts'
import { refreshDeal } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { toWords, formatText } from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

interface Props {
  signal: DocumentSignal
  dealId: string
  isShown: boolean
  onShow: () => void
}

/** One sign of alteration: what is there, what should be, what it weighs, and its dismissal. */
export function SignalItem({ signal, dealId, isShown, onShow }: Props) {
  const can = useCan()
  const [isDismissing, setDismissing] = useState(false)
  const { code, severity, explanation, found, expected, page, points, is_dismissed } = signal
  const title = toWords(code)
  return (
    <li className="signal" data-shown={isShown} data-dismissed={is_dismissed}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <Status state={severity} />
        <button type="button" className="value-button font-semibold text-ink" onClick={onShow}>
          {title}
        </button>
        <span className="meta">
          {[page !== null && `page ${page}`, `${points} points`].filter(Boolean).join(' · ')}
        </span>
      </div>
      <p>{formatText(explanation)}</p>
      {(found !== null || expected !== null) && (
        <p className="meta">
          Found {found ?? 'nothing'}
          {expected !== null && `, expected ${expected}`}
        </p>
      )}
      {is_dismissed && (
        <p className="meta">
          Dismissed by {signal.dismissed_by}: {signal.dismissed_reason}
        </p>
      )}
      {can('documents:write') && (
        <button
          type="button"
          className="button quiet -ml-2 no-print"
          aria-label={`${is_dismissed ? 'Restore' : 'Dismiss'}: ${title}`}
          onClick={() => (is_dismissed ? void restore(signal, dealId) : setDismissing(true))}
        >
          {is_dismissed ? 'Restore' : 'Dismiss'}
        </button>
      )}
      {isDismissing && (
        <DismissDialog signal={signal} dealId={dealId} onClose={() => setDismissing(false)} />
      )}
    </li>
  )
}

interface DialogProps {
  signal: DocumentSignal
  dealId: string
  onClose: () => void
}

function DismissDialog({ signal, dealId, onClose }: DialogProps) {
  const title = `Dismiss: ${toWords(signal.code)}`
  const dismiss = async (reason: string): Promise<void> => {
    await api.documents.updateSignal(signal.document_id, signal.id, { is_dismissed: true, reason })
    await refreshDeal(dealId)
    notify(`Dismissed: ${toWords(signal.code)}`, () => void restore(signal, dealId))
  }
  return (
    <ReasonDialog
      title={title}
      note={signal.explanation}
      action="Dismiss"
      onSubmit={dismiss}
      onClose={onClose}
    />
  )
}

async function restore({ id, code, document_id }: DocumentSignal, dealId: string): Promise<void> {
  const decision = { is_dismissed: false, reason: 'Restored' }
  const restored = await attempt(() => api.documents.updateSignal(document_id, id, decision))
  if (restored === undefined) return
  await refreshDeal(dealId)
  notify(`Restored: ${toWords(code)}`)
}
