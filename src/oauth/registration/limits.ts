import type { House } from '../../platform/context.ts'
import { countAttempt } from '../../resources/users/attempts/store.ts'
import { hashSecret } from '../../resources/users/link-token.ts'

const HOUR_SECONDS = 60 * 60
/** Programs that a house keeps at once. */
export const CLIENTS_MAX = 10_000

interface AddressLimit {
  of: string
  perHour: number
}

export const REGISTRATIONS: AddressLimit = { of: 'registration', perHour: 20 }
/** Documents that describe programs, without those still known from the last time. */
export const DOCUMENTS: AddressLimit = { of: 'client-document', perHour: 120 }

/** Whether an address may do so once more, counted over all processes. */
export async function admitAddress(
  house: House,
  { of, perHour }: AddressLimit,
  ip: string,
): Promise<boolean> {
  // An operator who has switched rates off limits no address.
  if (house.config.rateLimitPerSecond === 0) return true
  const subject = hashSecret(house, 'attempt', `${of}/${ip}`)
  const { count } = await house.database.withSystem((db) =>
    countAttempt(db, { subject, seconds: HOUR_SECONDS }),
  )
  return count <= perHour
}
