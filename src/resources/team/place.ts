import type { Role } from '../../core/values/access/roles.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

/** What a person is in an organization. */
export interface Place {
  role: Role
  /** For whom a person with the role of a broker acts; null for every other role. */
  brokerId: string | null
}

/**
 * A place as it was requested; who stays a broker's stays that broker's. Throws `missing_field` for
 * the role of a broker without one, and `unknown_field` for a broker of another role.
 */
export function readPlace(
  { role, brokerId }: { role: Role; brokerId?: string | undefined },
  present: Place | null = null,
): Place {
  if (role !== 'broker' && brokerId !== undefined) {
    const message = `broker_id belongs to the role broker; a person with the role ${role} acts for no broker.`
    throw new ApiError('unknown_field', message, { param: 'broker_id' })
  }
  if (role !== 'broker') return { role, brokerId: null }
  const wanted = brokerId ?? present?.brokerId ?? null
  if (wanted !== null) return { role, brokerId: wanted }
  const message =
    'broker_id is missing: a person with the role broker acts for one of GET /v1/brokers.'
  throw new ApiError('missing_field', message, { param: 'broker_id' })
}
