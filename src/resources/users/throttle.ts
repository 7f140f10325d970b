import type { House } from '../../platform/context.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { countAttempt, findWaitMs, forgetAttempts, noteFailure } from './attempts/store.ts'
import { hashSecret } from './link-token.ts'

/** Trials of one address. */
const PER_MINUTE = 30

/** Counts trials of secrets that people choose or type, over all processes. */
export interface Throttle {
  /** Throws `too_many_attempts` when the address has tried too often, or the account must wait. */
  admit(ip: string, account: string): Promise<void>
  fail(account: string): Promise<void>
  /** After a success. */
  forget(account: string): Promise<void>
}

/** An operator who has switched rates off limits no address. */
export function getThrottle(house: House): Throttle {
  const isLimited = house.config.rateLimitPerSecond > 0
  const named = (account: string): string => hashSecret(house, 'attempt', `account/${account}`)
  const run = <T>(work: (db: Db) => Promise<T>): Promise<T> => house.database.withSystem(work)
  return {
    admit: async (ip, account) => {
      const waitMs = await run(async (db) => {
        const leftMs = isLimited ? await countAddress(house, db, ip) : 0
        return leftMs > 0 ? leftMs : findWaitMs(db, named(account))
      })
      if (waitMs > 0) throw refusal(waitMs)
    },
    fail: (account) => run((db) => noteFailure(db, named(account))),
    forget: (account) => run((db) => forgetAttempts(db, named(account))),
  }
}

/** How long an address must wait that has had its trials of this minute. */
async function countAddress(house: House, db: Db, ip: string): Promise<number> {
  const subject = hashSecret(house, 'attempt', `address/${ip}`)
  const { count, leftMs } = await countAttempt(db, { subject, seconds: 60 })
  return count > PER_MINUTE ? leftMs : 0
}

function refusal(waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1000)
  return new ApiError('too_many_attempts', `Too many attempts. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
