import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { SubmissionMetrics } from '../../../../../clients/typescript/src/index.ts'
import { describeError, refreshDeal, reportQuery } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCounted } from '../../../format/values.ts'
import { notify } from '../../../parts/toasts.tsx'
import { compareMetrics, type Impact } from './impact.ts'

export interface Correction {
  category?: string
  is_revenue?: boolean
  /** `this`, `similar_in_submission` or `tenant`; the chosen rows alone by default. */
  apply_to?: string
  /** Why, for whoever reads the deal later. */
  comment?: string
}

const AT_ONCE = 4
const EARLIER =
  'Nothing was corrected since this page was opened. A corrected row has “Undo” beside it; the Timeline lists them all.'

/** Corrects rows, shows what that did to the numbers, and takes it back. */
export function useCorrection(id: string, onUndo?: () => void) {
  const queries = useQueryClient()
  const [impact, setImpact] = useState<Impact | null>(null)
  const last = useRef<string[]>([])

  const readMetrics = (isFresh: boolean): Promise<SubmissionMetrics> =>
    queries.fetchQuery({ ...reportQuery('metrics', id), ...(isFresh && { staleTime: 0 }) })

  const change = async (work: () => Promise<string>): Promise<void> => {
    try {
      const before = await readMetrics(false)
      const text = await work()
      const after = await readMetrics(true)
      setImpact({ text, changes: compareMetrics(before, after) })
      await refreshDeal(id)
    } catch (error) {
      notify(describeError(error).message)
    }
  }

  const undo = async (): Promise<void> => {
    const feedback = last.current
    if (feedback.length === 0) return notify(EARLIER)
    await change(async () => {
      onUndo?.()
      last.current = []
      await inGroups(feedback, (one) => api.feedback.undo(one))
      return 'Undone'
    })
  }

  const apply = (ids: readonly string[], correction: Correction): Promise<void> =>
    change(async () => {
      const made = await inGroups(ids, (one) => api.transactions.createFeedback(one, correction))
      last.current = made.flatMap(({ feedback_id }) => feedback_id ?? [])
      const count = made.reduce((sum, one) => sum + one.affected_count, 0)
      const text = `Corrected ${formatCounted(count, 'row')}`
      notify(text, () => void undo())
      return text
    })

  return { impact, apply, undo, canUndo: last.current.length > 0, dismiss: () => setImpact(null) }
}

/** A few requests at a time, in order. */
async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  return done
}
