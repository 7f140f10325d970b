import { useEffect } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCan } from './scopes.ts'
import { keyed } from './queries.ts'
import { api, type Mode } from './session.ts'

const RETRY_MS = 3_000
/** Of many events at once, lists are read anew for the first and for the last. */
const REST_MS = 1_000
/** Lists in which an event of any deal can be seen. */
const LISTS = ['deals', 'queue', 'portfolio', 'events', 'emails']
/** Events that can move every number of a deal; others change its documents alone. */
const MOVING = new Set([
  'submission.processing',
  'submission.processed',
  'submission.failed',
  'policy.evaluated',
  'transactions.enriched',
])

interface Happened {
  type: string
  submission_id: string | null
}

/**
 * Lists and deals are read anew as things happen in the organization, over one stream for the tab
 * that is in sight: a browser has few connections for all tabs, and a tab that comes into sight
 * reads anew anyway.
 */
export function useLive(mode: Mode): void {
  const queries = useQueryClient()
  const isAllowed = useCan()('submissions:read')
  useEffect(() => {
    if (!isAllowed) return undefined
    const refresh = createRefresh(queries)
    let stop = new AbortController()
    const turn = (): void => {
      stop.abort()
      stop = new AbortController()
      if (document.visibilityState === 'visible') void listen(stop.signal, refresh)
    }
    turn()
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      stop.abort()
    }
  }, [queries, isAllowed, mode])
}

async function listen(signal: AbortSignal, refresh: (what: Happened) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      const events = api.events.stream({}, { signal, maxRetries: 0 })
      for await (const { data } of events) refresh(data as Happened)
    } catch {
      // A stream that breaks is opened again.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/** Reads what an event changes, at most once in a while however many come. */
function createRefresh(queries: QueryClient): (what: Happened) => void {
  const waiting = new Map<string, unknown[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    timer = waiting.size === 0 ? undefined : setTimeout(flush, REST_MS)
    for (const [name, queryKey] of waiting) {
      // What is being read may have begun before the event, and is read once more after it.
      if (queries.isFetching({ queryKey }) > 0) continue
      waiting.delete(name)
      void queries.invalidateQueries({ queryKey })
    }
  }
  return (what) => {
    for (const key of listKeys(what)) waiting.set(JSON.stringify(key), keyed(...key))
    if (timer === undefined) flush()
  }
}

/** What an event changes, as the keys of what was read. */
function listKeys({ type, submission_id: id }: Happened): unknown[][] {
  const lists = LISTS.map((name) => [name])
  if (id === null) return lists
  if (MOVING.has(type)) return [...lists, ['deal', id]]
  return [...lists, ['deal', id, 'documents'], ['deal', id, 'timeline']]
}
