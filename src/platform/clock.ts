import type { Database } from './db/transaction.ts'
import { sql } from './db/sql.ts'

/** The database's clock, which all processes share, whatever the clocks of their machines say. */
export interface Clock {
  /** Milliseconds since 1970, from the last reading on by the time that has passed here. */
  now(): number
  /** Reads it again: the clocks of two machines drift apart, and one that sleeps stands still. */
  read(): Promise<void>
}

/** Reads the clock once; a failure is that of the database. */
export async function openClock(database: Database): Promise<Clock> {
  let offset = 0
  const clock: Clock = {
    now: () => Math.floor(performance.now() + offset),
    read: async () => {
      const sentAt = performance.now()
      const row = await database.withSystem((db) =>
        db.row<{ ms: number }>(
          sql`select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`,
        ),
      )
      // The clock was read somewhere between sending the query and its result.
      offset = row!.ms - (sentAt + performance.now()) / 2
    },
  }
  await clock.read()
  return clock
}
