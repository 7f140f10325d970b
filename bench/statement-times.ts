import type { Connection, Pool } from '../src/platform/db/server/connect.ts'

/** How long statements take as whoever sends them sees it, from sending to the result. */
export interface StatementTimes {
  longestMs(): number
  stop(): void
}

/** Watches every statement of a pool from now on; the connections need not be new. */
export function watchStatements(pool: Pool): StatementTimes {
  const watched = new WeakSet<Connection>()
  let longestMs = 0
  const watch = (connection: Connection): void => {
    if (watched.has(connection)) return
    watched.add(connection)
    const send = connection.query.bind(connection) as (...sent: unknown[]) => unknown
    const timed = async (...sent: unknown[]): Promise<unknown> => {
      const startedAt = performance.now()
      const result = await send(...sent)
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      return result
    }
    connection.query = timed as unknown as Connection['query']
  }
  pool.on('acquire', watch)
  return { longestMs: () => longestMs, stop: () => void pool.off('acquire', watch) }
}
