import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import type { Body } from '../../../platform/route.ts'
import { getInboxUrl } from '../../webhooks/inbox/receive.ts'
import type { InboxChange, OneInbox } from './schemas.ts'
import { deleteMessages, findInbox, MESSAGES_MAX, updateInbox } from '../../webhooks/inbox/store.ts'

/** The inbox: its URL, response and number of messages. */
export async function readInbox(ctx: Context): Promise<Body<typeof OneInbox>['data']> {
  const inbox = await findInbox(ctx)
  return { ...inbox, url: getInboxUrl(ctx.house), messagesMax: MESSAGES_MAX }
}

export async function changeInbox(
  ctx: Context,
  patch: Body<typeof InboxChange>,
): Promise<Body<typeof OneInbox>['data']> {
  await updateInbox(ctx, patch)
  const after = await readInbox(ctx)
  const { responseStatus, responseDelayMs } = after
  const summary = `Inbox responds with ${responseStatus} after ${responseDelayMs} ms`
  await auditInbox(ctx, { action: 'updated', summary })
  return after
}

/** Returns how many messages were deleted. */
export async function emptyInbox(ctx: Context): Promise<number> {
  const deletedCount = await deleteMessages(ctx)
  await auditInbox(ctx, { action: 'deleted', summary: `${deletedCount} messages deleted` })
  return deletedCount
}

async function auditInbox(
  ctx: Context,
  entry: { action: 'updated' | 'deleted'; summary: string },
): Promise<void> {
  await audit(ctx, { ...entry, resourceType: 'inbox', resourceId: null })
}
