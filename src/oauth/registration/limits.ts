import type { House } from '../../platform/context.ts'
import { countAttempt } from '../../resources/users/attempts/store.ts'
import { hashSecret } from '../../resources/users/link-token.ts'

const PER_HOUR = 20
const HOUR_SECONDS = 60 * 60
/** Programs that a house keeps at once. */
export const CLIENTS_MAX = 10_000

/** Whether an address may register one more program, counted over all processes. */
export async function admitRegistration(house: House, ip: string): Promise<boolean> {
  // An operator who has switched rates off limits no address.
  if (house.config.rateLimitPerSecond === 0) return true
  const subject = hashSecret(house, 'attempt', `registration/${ip}`)
  const { count } = await house.database.withSystem((db) =>
    countAttempt(db, { subject, seconds: HOUR_SECONDS }),
  )
  return count <= PER_HOUR
}
