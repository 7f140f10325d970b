import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listSessions, revokeSessions } from '../sessions/store.ts'
import { getMember } from './members.ts'
import { requireRoleWithin } from './own-role.ts'

/** Ends the session of a member. Throws `session_not_found`, `role_above_own`. */
export async function endSession(ctx: Context, id: string): Promise<void> {
  const { tenantId } = ctx.environment
  const sessions = await listSessions(ctx.db, { userId: null, tenantId })
  const session = sessions.find((one) => one.id === id)
  if (session === undefined) throw new ApiError('session_not_found')
  const { userId } = session
  await requireRoleWithin(ctx, (await getMember(ctx, userId)).role)
  await revokeSessions(ctx.db, { userId, id, kept: null })
  const entry = { action: 'deleted', resourceType: 'session', resourceId: id } as const
  await audit(ctx, { ...entry, summary: 'Ended the session of a member' })
  ctx.db.afterCommit(ctx.house.forgetApiKeys)
}
