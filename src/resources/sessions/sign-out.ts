import { audit } from '../../platform/audit.ts'
import type { OutsideContext } from '../../platform/context.ts'
import type { BrowserRequest } from '../../platform/http/connection/browser.ts'
import { actAs, findSession } from './session.ts'
import { revokeSessions, type Session } from './store.ts'

/** Ends the session of the request, if there is one, and every token that it has made. */
export async function signOut(ctx: OutsideContext, browser: BrowserRequest): Promise<void> {
  const session = await findSession(ctx.house, browser)
  if (session !== null) await endSession(ctx, browser, session)
}

async function endSession(
  ctx: OutsideContext,
  browser: BrowserRequest,
  session: Session,
): Promise<void> {
  const { id, userId, name, tenantId, liveId } = session
  const ended = { userId, id, kept: null }
  if (tenantId === null || liveId === null) {
    await ctx.house.database.withSystem((db) => revokeSessions(db, ended))
  } else {
    const acting = actAs(ctx, browser, { who: { id: userId, name }, where: { tenantId, liveId } })
    await acting.transaction(async (own) => {
      await revokeSessions(own.db, ended)
      const entry = { action: 'deleted', resourceType: 'session', resourceId: id } as const
      await audit(own, { ...entry, summary: 'Signed out' })
    })
  }
  // What this process has found of its tokens is believed for another second otherwise.
  ctx.house.forgetApiKeys()
}
