import pg from 'pg'
import type { TestHouse } from './context.ts'

/** What was sent to the database of this process. */
export interface Sent {
  statements: number
  commits: number
}

/** Of every transaction, in the packet that opens it. */
const OPENING = /^(begin|set local)\b/
/** A look whether there is work is paid by time, not by work. */
const LOOK = /system_(claim_traced_jobs|next_due|queue_state|renew_leases)\(|a test waits/

/**
 * Counts statements and commits to the database of a house until `stop`, without looks into the
 * queue, which come as often as somebody waits.
 */
export function countSent({ house }: TestHouse): Sent & { stop(): void } {
  const { database } = new pg.Client(house.database.pool.options)
  const { query } = pg.Client.prototype
  const counted = new WeakSet<object>()
  const sent = {
    statements: 0,
    commits: 0,
    stop: () => {
      pg.Client.prototype.query = query
    },
  }
  const count = (client: pg.Client, text: string): void => {
    if (client.database !== database) return
    if (text === 'commit') sent.commits += counted.delete(client) ? 1 : 0
    else if (!OPENING.test(text) && !LOOK.test(text)) {
      counted.add(client)
      sent.statements += 1
    }
  }
  pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
    count(this, (typeof args[0] === 'string' ? args[0] : args[0].text).trim())
    return Reflect.apply(query, this, args)
  } as typeof query
  return sent
}
