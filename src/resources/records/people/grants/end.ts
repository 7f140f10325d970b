import { audit } from '../../../../platform/audit.ts'
import type { Context } from '../../../../platform/context.ts'
import { ApiError } from '../../../../platform/errors/api-error.ts'
import { endGrant, type ListedGrant } from './store.ts'

/**
 * Ends what a program may do: its tokens open nothing here with the commit, and nothing elsewhere
 * within a second. Throws `grant_not_found` for one that has ended meanwhile.
 */
export async function endListedGrant(ctx: Context, grant: ListedGrant | undefined): Promise<void> {
  if (grant === undefined) throw new ApiError('grant_not_found')
  const { id, userId, userName, clientName } = grant
  const { tenantId } = ctx.environment
  if (!(await endGrant(ctx.db, { id, tenantId, userId }))) throw new ApiError('grant_not_found')
  const entry = { action: 'deleted', resourceType: 'grant', resourceId: id } as const
  await audit(ctx, { ...entry, summary: `${clientName} may not act for ${userName} any more` })
  ctx.db.afterCommit(ctx.house.forgetApiKeys)
}
