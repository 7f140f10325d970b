import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { canMove } from '../lifecycle.ts'
import { INTEGRATIONS } from '../store.ts'
import { auditLink, enqueueSync } from './access.ts'
import { holdLink, LINKS, type LinkRow } from './store.ts'

/**
 * Has a link synced now, one that was given up too. Throws `link_not_found`,
 * `invalid_state_transition`.
 */
export async function refreshLink(
  ctx: Context,
  { integrationId, id }: { integrationId: string; id: string },
): Promise<LinkRow> {
  const link = await holdLink(ctx, { integrationId, id })
  const { submissionId } = link
  requireSyncable(link)
  const { status } = await INTEGRATIONS.get(ctx, integrationId)
  if (status === 'disabled' || status === 'pending')
    throw new ApiError('invalid_state_transition', `The integration is ${status}; set it active first.`) // prettier-ignore
  if (link.status === 'sync_disabled') await LINKS.update(ctx, id, { consecutive_failures: 0 })
  await enqueueSync(ctx, link)
  const summary = 'What is new for a link was requested'
  await auditLink(ctx, { action: 'processed', id, submissionId, summary })
  return LINKS.get(ctx, id)
}

function requireSyncable({ status, accessTokenSealed }: LinkRow): void {
  if (accessTokenSealed !== null && canMove(status, 'syncing')) return
  const message = `The link is ${status}: the person has to link accounts first.`
  throw new ApiError('invalid_state_transition', message)
}
