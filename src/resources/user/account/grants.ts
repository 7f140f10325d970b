import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { endGrant, listGrants, type ListedGrant } from '../../records/people/grants/store.ts'
import { readOwner } from '../../sessions/signed-in.ts'

/** The programs that act for the person in this organization, in both modes. */
export async function listOwnGrants(ctx: Context): Promise<ListedGrant[]> {
  const { owner } = await readOwner(ctx)
  return listGrants(ctx.db, { tenantId: ctx.environment.tenantId, userId: owner.id })
}

/**
 * Ends what a program may do: its tokens open nothing here with the commit, and nothing elsewhere
 * within a second. Throws `grant_not_found`.
 */
export async function endOwnGrant(ctx: Context, id: string): Promise<void> {
  const { owner } = await readOwner(ctx)
  await endGrantOfUser(ctx, owner.id, id)
}

/** The same for a person whose page it is. */
export async function endGrantOfUser(ctx: Context, userId: string, id: string): Promise<void> {
  const { tenantId } = ctx.environment
  if (!(await endGrant(ctx.db, { id, tenantId, userId }))) throw new ApiError('grant_not_found')
  const entry = { action: 'deleted', resourceType: 'grant', resourceId: id } as const
  await audit(ctx, { ...entry, summary: 'Ended the access of a program' })
  ctx.db.afterCommit(ctx.house.forgetApiKeys)
}
