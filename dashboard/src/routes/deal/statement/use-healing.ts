import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  PdfUpdateStatementsParamsStatementRow,
  SubmissionMetrics,
} from '../../../../../clients/typescript/src/index.ts'
import { describeError, refreshDeal, reportQuery } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { notify } from '../../../parts/toasts.tsx'
import { describeContradictions, isReconciled } from './doubts.ts'
import { compareMetrics, type Impact } from '../transactions/impact.ts'

type RowChange = PdfUpdateStatementsParamsStatementRow

export interface Healing {
  impact: Impact | null
  isBusy: boolean
  /** Corrects a row, or adds one without `id`; `back` is the change that takes it back. */
  heal: (statementId: string, row: RowChange, back?: RowChange) => Promise<boolean>
  dismiss: () => void
}

/** Corrections of what was read: each is checked at once, and every number follows. */
export function useHealing(id: string, documentId: string): Healing {
  const queries = useQueryClient()
  const [impact, setImpact] = useState<Impact | null>(null)
  const [isBusy, setBusy] = useState(false)
  const readMetrics = (isFresh: boolean): Promise<SubmissionMetrics> =>
    queries.fetchQuery({ ...reportQuery('metrics', id), ...(isFresh && { staleTime: 0 }) })

  const heal: Healing['heal'] = async (statementId, row, back) => {
    setBusy(true)
    try {
      const before = await readMetrics(false)
      const statements = [{ id: statementId, rows: [row] }]
      const [healed] = await api.pdfs.updateStatements(id, documentId, { statements })
      await refreshDeal(id)
      const isHealed = healed !== undefined && isReconciled(healed.reconciliation.status)
      // A sum that a person made is no proof: it is said where the page prints otherwise.
      const set = isHealed && describeContradictions(healed, { has_text_layer: null })
      const text = isHealed ? `Corrected: it reconciles${set ? ` with ${set}` : ''}` : 'Corrected'
      notify(text, back && (() => void heal(statementId, back)))
      setImpact({ text, changes: compareMetrics(before, await readMetrics(true)) })
      return true
    } catch (error) {
      notify(describeError(error).message)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { impact, isBusy, heal, dismiss: () => setImpact(null) }
}
