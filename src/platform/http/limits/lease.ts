import type { Database } from '../../db/transaction.ts'
import { sql } from '../../db/sql.ts'

/** A budget of requests: of one key, session or grant, for one class of them. */
export interface Budget {
  environmentId: string
  credentialId: string
  /** `read`, `write`, … */
  name: string
  perSecond: number
}

/** What a process may use of a budget, and what nobody has leased. */
export interface Lease {
  granted: number
  remaining: number
}

/** Leases a portion for this process; all there is when no other process uses the budget. */
export type TakeLease = (budget: Budget, requested: number) => Promise<Lease>

/** Leases from the database that all processes share. */
export function leaseFrom(database: Database, processId: string): TakeLease {
  return async ({ environmentId, credentialId, name, perSecond }, requested) => {
    const lease = await database.withSystem((db) =>
      db.row<Lease>(sql`
        select granted, remaining from system_lease_requests(
          ${environmentId}, ${credentialId}, ${name}, ${perSecond}, ${requested}, ${processId})`),
    )
    return lease!
  }
}
