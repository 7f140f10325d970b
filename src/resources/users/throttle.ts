import { ApiError } from '../../platform/errors/api-error.ts'
import type { House } from '../../platform/context.ts'

/** Failures of one account before each further one must wait. */
const FAILURES_FREE = 5
const WINDOW_MS = 15 * 60_000
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60_000
/** Trials of one address. */
const PER_MINUTE = 30
const HELD_MAX = 50_000

interface Failures {
  count: number
  lastAt: number
}

/** Counts trials of secrets that people choose or type, in this process. */
export interface Throttle {
  /** Throws `too_many_attempts` when the address has tried too often, or the account must wait. */
  admit(ip: string, account: string): void
  fail(account: string): void
  /** After a success. */
  forget(account: string): void
}

export function createThrottle(now: () => number, perMinute = PER_MINUTE): Throttle {
  let failures = new Map<string, Failures>()
  let trials = new Map<string, { count: number; since: number }>()
  const read = (account: string): Failures | null => {
    const held = failures.get(account)
    return held && now() - held.lastAt < WINDOW_MS + computeWaitMs(held.count) ? held : null
  }
  return {
    admit: (ip, account) => {
      if (trials.size > HELD_MAX) trials = new Map()
      const held = trials.get(ip)
      const trial = held && now() - held.since < 60_000 ? held : { count: 0, since: now() }
      trials.set(ip, { ...trial, count: trial.count + 1 })
      if (trial.count >= perMinute) throw refusal(60_000 - (now() - trial.since))
      const known = read(account)
      const leftMs = known ? known.lastAt + computeWaitMs(known.count) - now() : 0
      if (leftMs > 0) throw refusal(leftMs)
    },
    fail: (account) => {
      if (failures.size > HELD_MAX) failures = new Map()
      failures.set(account, { count: (read(account)?.count ?? 0) + 1, lastAt: now() })
    },
    forget: (account) => void failures.delete(account),
  }
}

/** Half a minute after the fifth failure, twice as long after each further one. */
function computeWaitMs(count: number): number {
  if (count < FAILURES_FREE) return 0
  return Math.min(FIRST_WAIT_MS * 2 ** (count - FAILURES_FREE), LONGEST_WAIT_MS)
}

function refusal(waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1000)
  return new ApiError('too_many_attempts', `Too many attempts. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

const throttles = new WeakMap<House, Throttle>()

/** That of the process; an operator who has switched rates off limits no address. */
export function getThrottle(house: House): Throttle {
  const held = throttles.get(house)
  if (held !== undefined) return held
  const isLimited = house.config.rateLimitPerSecond > 0
  const made = createThrottle(() => performance.now(), isLimited ? PER_MINUTE : Infinity)
  throttles.set(house, made)
  return made
}
