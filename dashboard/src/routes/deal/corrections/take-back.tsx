import { useState } from 'react'
import { keyed, queryClient, refreshDeal } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'

interface Props {
  /** Of the correction. */
  feedbackId: string
  /** For whoever does not see what stands beside it. */
  label: string
  isQuiet?: boolean
}

/** Undoes a correction, whenever it was made. */
export function TakeBack({ feedbackId, label, isQuiet = false }: Props) {
  const can = useCan()
  const [isBusy, setBusy] = useState(false)
  if (!can('transactions:write')) return null
  const takeBack = async (): Promise<void> => {
    setBusy(true)
    const undone = await attempt(() => api.feedback.undo(feedbackId))
    if (undone !== undefined) {
      if (undone.submission_id !== null) await refreshDeal(undone.submission_id)
      await queryClient.invalidateQueries({ queryKey: keyed('corrections') })
      notify('Undone')
    }
    setBusy(false)
  }
  return (
    <button
      type="button"
      className={isQuiet ? 'value-button !underline no-print' : 'button no-print'}
      aria-label={`Undo: ${label}`}
      disabled={isBusy}
      onClick={() => void takeBack()}
    >
      Undo
    </button>
  )
}
