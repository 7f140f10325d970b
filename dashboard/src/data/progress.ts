import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { SubmissionStatusResult } from '../../../clients/typescript/src/index.ts'
import { documentsQuery, keyed, refreshDeal } from './queries.ts'
import { api } from './session.ts'

const RUNNING = new Set(['new', 'processing'])
const RETRY_MS = 3_000

export function isRunning(status: string | undefined): boolean {
  return status !== undefined && RUNNING.has(status)
}

/**
 * The run of a deal as it goes on, over the stream of the service: with each message its documents
 * are read anew, and when it ends, everything of the deal. Null while no run is going on.
 */
export function useProgress(id: string, status: string | undefined): SubmissionStatusResult | null {
  const [progress, setProgress] = useState<SubmissionStatusResult | null>(null)
  const queries = useQueryClient()
  const isOn = isRunning(status)
  useEffect(() => {
    if (!isOn) return undefined
    const stop = new AbortController()
    const run = async () => {
      for (;;) {
        const last = await follow(id, stop.signal, (status) => {
          setProgress(status)
          const { queryKey } = documentsQuery(id)
          void queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
        })
        if (stop.signal.aborted || last === 'ended') break
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
      if (stop.signal.aborted) return
      setProgress(null)
      await refreshDeal(id)
      await queries.invalidateQueries({ queryKey: keyed('deals') })
    }
    void run()
    return () => stop.abort()
  }, [id, isOn, queries])
  return isOn ? progress : null
}

async function follow(
  id: string,
  signal: AbortSignal,
  onProgress: (status: SubmissionStatusResult) => void,
): Promise<'ended' | 'broken'> {
  try {
    for await (const { data } of api.submissions.events(id, {}, { signal })) {
      onProgress(data)
      if (!isRunning(data.status)) return 'ended'
    }
  } catch {
    // A stream that breaks is opened again.
  }
  return 'broken'
}
