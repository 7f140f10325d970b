import { ApiError } from '../../errors/api-error.ts'

/** How many unknown keys and tokens one address may try: a burst, and then so many a second. */
const BURST = 50
const PER_SECOND = 5
const ADDRESSES_MAX = 20_000

/** Counts the keys that were not found, by the address they came from, in this process. */
export interface Strangers {
  /** Throws `rate_limited` for an address that has tried too many, before a key is looked up. */
  admit(ip: string): void
  note(ip: string): void
}

export function createStrangers(now: () => number): Strangers {
  // The time at which all that an address has tried is forgotten.
  const until = new Map<string, number>()
  const computeDebt = (ip: string): number => Math.max(0, (until.get(ip) ?? 0) - now())
  return {
    admit: (ip) => {
      const overMs = computeDebt(ip) - ((BURST - 1) * 1000) / PER_SECOND
      if (overMs <= 0) return
      throw new ApiError('rate_limited', 'Too many unknown keys and tokens from this address.', {
        headers: { 'retry-after': String(Math.ceil(overMs / 1000)) },
      })
    },
    note: (ip) => {
      if (until.size >= ADDRESSES_MAX) until.clear()
      until.set(ip, now() + computeDebt(ip) + 1000 / PER_SECOND)
    },
  }
}
