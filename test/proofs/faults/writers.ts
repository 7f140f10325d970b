import { setTimeout as sleep } from 'node:timers/promises'
import { Unanswered, type ServiceClient } from '../../../scripts/service-client.ts'

/** One create as its caller knows it. */
export interface Written {
  name: string
  /** Null when the connection ended without a response. */
  status: number | null
  /** Whether a refusal says when to come again. */
  hasRetryAfter: boolean
  beganAt: number
  endedAt: number
}

/** Callers who create submissions without a pause. */
export interface Writers {
  written: Written[]
  /** Each ends after the request that is under way. */
  stop(): Promise<void>
}

const REFUSED_PAUSE_MS = 50

export function startWriters(client: ServiceClient, count: number, label: string): Writers {
  const written: Written[] = []
  const stopped = new AbortController()
  const write = async (writer: number): Promise<void> => {
    for (let index = 0; !stopped.signal.aborted; index += 1) {
      const one = await create(client, `${label} ${writer}-${index}`)
      written.push(one)
      if (one.status !== 201) await sleep(REFUSED_PAUSE_MS)
    }
  }
  const writing = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)))
  return {
    written,
    stop: async () => {
      stopped.abort()
      await writing
    },
  }
}

async function create(client: ServiceClient, name: string): Promise<Written> {
  const beganAt = performance.now()
  const done = (status: number | null, hasRetryAfter = false): Written => ({
    name,
    status,
    hasRetryAfter,
    beganAt,
    endedAt: performance.now(),
  })
  try {
    const { status, headers } = await client.call('POST', '/v1/submissions', { body: { name } })
    return done(status, headers['retry-after'] !== undefined)
  } catch (error) {
    if (error instanceof Unanswered) return done(null)
    throw error
  }
}

/** Names of all submissions, as often as each is there. */
export async function readNames(client: ServiceClient): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let cursor = ''; ;) {
    const page = await client.read(`/v1/submissions?limit=1000${cursor}`)
    for (const { name } of page.data) counts.set(name, (counts.get(name) ?? 0) + 1)
    if (!page.has_more) return counts
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}
