import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Page } from '../../../../clients/typescript/src/index.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { describeError, keyed } from '../../data/queries.ts'
import { api, readMode } from '../../data/session.ts'
import { notify } from '../../parts/toasts.tsx'
import { createHolder, type Decision, type Holder } from './holder.ts'
import { countOpen, type Counts, type QueueItem } from './queue-item.ts'

const PAGE_ITEMS = 50
/** As long as the line that offers to undo stands. */
export const HOLD_MS = 10_000
const REFRESH_MS = 15_000

interface QueuePage extends Page<QueueItem> {
  counts?: Counts
}

/** What waits, without what has been decided a moment ago; read anew every few seconds. */
export function useQueue(reason: string | undefined) {
  const holder = useHolder()
  const decided = useSyncExternalStore(holder.subscribe, holder.list)
  const list = useInfiniteQuery({
    queryKey: keyed('queue', reason),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      api.queue
        .list({
          ...(reason === undefined ? {} : { reason: [reason] }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
          limit: PAGE_ITEMS,
        })
        .page() as Promise<QueuePage>,
    getNextPageParam: (last) => (last.has_more ? last.next_cursor : null),
    placeholderData: (before) => before,
    refetchInterval: REFRESH_MS,
  })
  const items = useMemo(() => {
    const gone = new Set(decided.map(({ itemId }) => itemId))
    return list.data?.pages.flatMap(({ data }) => data).filter(({ id }) => !gone.has(id))
  }, [list.data, decided])
  const counts = countOpen(list.data?.pages[0]?.counts ?? {}, decided)
  return { list, items, counts, holder }
}

/** Decisions wait for ten seconds; whoever leaves the screen sends them. */
function useHolder(): Holder {
  const queries = useQueryClient()
  const [holder] = useState(() => {
    const mode = readMode()
    const sendInMode = (decision: Decision): Decision => ({
      ...decision,
      send: () =>
        readMode() === mode ? decision.send() : Promise.reject(new Error('The mode was changed.')),
    })
    const made = createHolder({
      holdMs: HOLD_MS,
      onSent: () => queries.invalidateQueries({ queryKey: keyed('queue') }),
      onFailed: ({ text }, error) => notify(`Not done: ${text}. ${describeError(error).message}`),
    })
    return { ...made, hold: (decision: Decision) => made.hold(sendInMode(decision)) }
  })
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (holder.waiting() > 0) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    addEventListener('pagehide', holder.flush)
    return () => {
      removeEventListener('beforeunload', warn)
      removeEventListener('pagehide', holder.flush)
      holder.flush()
    }
  }, [holder])
  return holder
}
