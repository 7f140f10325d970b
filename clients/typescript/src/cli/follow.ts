import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 1_000
/** What was just written may become visible out of order. */
const OVERLAP_MS = 5_000
const SEEN_MAX = 10_000

export interface Followed<T> {
  /** What was made after an instant, in any order. */
  read: (after: string) => Promise<readonly T[]>
  getId: (item: T) => string
  getTime: (item: T) => string
  show: (item: T) => Promise<void> | void
  forMs: number
}

/** Shows each item once, the oldest first, as it comes. */
export async function follow<T>({ read, getId, getTime, show, forMs }: Followed<T>): Promise<void> {
  const end = performance.now() + forMs
  const begin = Date.now() - OVERLAP_MS
  const seen = new Set((await read(new Date(begin).toISOString())).map(getId))
  let newest = Date.now()
  while (performance.now() < end) {
    const items = await read(new Date(newest - OVERLAP_MS).toISOString())
    const fresh = items.filter((one) => !seen.has(getId(one)))
    for (const item of fresh.toReversed()) {
      seen.add(getId(item))
      newest = Math.max(newest, Date.parse(getTime(item)))
      await show(item)
    }
    for (const id of seen) if (seen.size > SEEN_MAX) seen.delete(id)
    await sleep(POLL_MS)
  }
}
