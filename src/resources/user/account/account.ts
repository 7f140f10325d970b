import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readOwner, requireRecentOwner } from '../../sessions/signed-in.ts'
import { listSessions, markFactorShown, revokeSessions } from '../../sessions/store.ts'
import { confirmGenerator } from '../../users/account/factors.ts'
import { countRecoveryCodes, listFactors, type Factor } from '../../users/factors/store.ts'

export async function readMfa(
  ctx: Context,
): Promise<{ factors: Factor[]; recoveryCodesLeft: number }> {
  const { owner } = await readOwner(ctx)
  return {
    factors: await listFactors(ctx.db, owner.id),
    recoveryCodesLeft: await countRecoveryCodes(ctx.db, owner.id),
  }
}

/** The session in which it is confirmed has shown the factor. */
export async function confirmOwnGenerator(
  ctx: Context,
  input: { id: string; code: string },
): Promise<string[]> {
  const { owner, sessionId } = await requireRecentOwner(ctx)
  const codes = await confirmGenerator(ctx, owner, input)
  await markFactorShown(ctx.db, sessionId)
  return codes
}

export async function listOwnSessions(ctx: Context): Promise<{ id: string }[]> {
  const { owner, sessionId } = await readOwner(ctx)
  const sessions = await listSessions(ctx.db, { userId: owner.id, tenantId: null })
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }))
}

/** Ends one of the person’s sessions, which may be this one. Throws `session_not_found`. */
export async function endOwnSession(ctx: Context, id: string): Promise<void> {
  const { owner } = await readOwner(ctx)
  if ((await revokeSessions(ctx.db, { userId: owner.id, id, kept: null })) === 0)
    throw new ApiError('session_not_found')
  const entry = { action: 'deleted', resourceType: 'session', resourceId: id } as const
  await audit(ctx, { ...entry, summary: 'Ended a session' })
  ctx.db.afterCommit(ctx.house.forgetApiKeys)
}
