import type { OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { actAs } from '../sessions/session.ts'
import type { Session } from '../sessions/store.ts'
import type { Visit } from './page-route.ts'

/** The request as that of who is signed in. Throws `no_organization` for who belongs to none. */
export function inOwnName({ ctx, browser }: Visit, session: Session): OutsideContext {
  const { userId, name, tenantId, liveId } = session
  if (tenantId === null || liveId === null) throw new ApiError('no_organization')
  return actAs(ctx, browser, { who: { id: userId, name }, where: { tenantId, liveId } })
}

/** Throws `reauthentication_required` ten minutes after the last password or factor. */
export function requireRecent(session: Session): void {
  if (!session.isRecent) throw new ApiError('reauthentication_required')
}
