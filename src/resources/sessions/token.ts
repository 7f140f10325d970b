import { ROLE_SCOPES, type Role } from '../../core/values/access/roles.ts'
import type { Mode, OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { BrowserRequest } from '../../platform/http/connection/browser.ts'
import { issueAccessToken } from '../records/people/access-tokens/store.ts'
import { listMemberships } from '../users/store.ts'
import { requireSession } from './session.ts'
import { chooseTenant } from './store.ts'

/** Short, since it is held in the memory of a page, which requests the next one in time. */
const LIFE_SECONDS = 600

export interface SessionToken {
  accessToken: string
  expiresIn: number
  scopes: readonly string[]
  role: Role
}

/**
 * What a page of ours calls the API with, in one mode of an organization; it ends with the session.
 * Throws `session_expired`, `mfa_required` or `no_organization`.
 */
export async function issueSessionToken(
  { house }: OutsideContext,
  browser: BrowserRequest,
  { tenantId, mode }: { tenantId: string; mode: Mode },
): Promise<SessionToken> {
  const { id, userId } = await requireSession(house, browser)
  return house.database.withSystem(async (db) => {
    const memberships = await listMemberships(db, userId)
    const membership = memberships.find((one) => one.tenantId === tenantId)
    if (membership === undefined)
      throw new ApiError('no_organization', undefined, { param: 'tenant_id' })
    const wanted = { userId, tenantId, mode, scopes: ['*'], client: null, seconds: LIFE_SECONDS }
    const credential = { kind: 'session', id } as const
    const issued = await issueAccessToken(house, db, { ...wanted, credential })
    if (issued === null) throw new ApiError('no_organization')
    await chooseTenant(db, { id, tenantId, mode })
    const { role } = membership
    const { token: accessToken } = issued
    return { accessToken, expiresIn: LIFE_SECONDS, scopes: ROLE_SCOPES[role], role }
  })
}
