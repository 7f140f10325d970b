const HOUR_MS = 60 * 60_000
const ADDRESSES_MAX = 20_000
/** Registrations of one address. */
export const PER_HOUR = 20
/** Programs that a house keeps at once. */
export const CLIENTS_MAX = 10_000

interface Limits {
  now: () => number
  /** Without a limit nothing is counted. */
  isLimited: boolean
  perHour: number
}

/** Counts in this process what each address has begun within an hour. */
export function createRegistrations({ now, isLimited, perHour }: Limits): {
  admit(ip: string): boolean
} {
  let times = new Map<string, number[]>()
  return {
    admit: (ip) => {
      if (!isLimited) return true
      const recent = (times.get(ip) ?? []).filter((at) => at > now() - HOUR_MS)
      if (recent.length >= perHour) return false
      if (times.size >= ADDRESSES_MAX) times = new Map()
      times.set(ip, [...recent, now()])
      return true
    },
  }
}
