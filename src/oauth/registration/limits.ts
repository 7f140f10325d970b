const PER_HOUR = 20
const HOUR_MS = 60 * 60_000
const ADDRESSES_MAX = 20_000
/** Programs that a house keeps at once. */
export const CLIENTS_MAX = 10_000

/** Counts the registrations of each address in this process; without a limit nothing is counted. */
export function createRegistrations(
  now: () => number,
  isLimited: boolean,
): { admit(ip: string): boolean } {
  let times = new Map<string, number[]>()
  return {
    admit: (ip) => {
      if (!isLimited) return true
      const recent = (times.get(ip) ?? []).filter((at) => at > now() - HOUR_MS)
      if (recent.length >= PER_HOUR) return false
      if (times.size >= ADDRESSES_MAX) times = new Map()
      times.set(ip, [...recent, now()])
      return true
    },
  }
}
