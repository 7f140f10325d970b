import type { Context } from '../../platform/context.ts'
import { endListedGrant } from '../records/people/grants/end.ts'
import { listGrants } from '../records/people/grants/store.ts'
import { requireRoleWithin } from './own-role.ts'
import { findMember } from './store.ts'

/**
 * Ends the access of a program that acts for a member, or for whoever was one. Throws
 * `grant_not_found`, `role_above_own`.
 */
export async function endMemberGrant(ctx: Context, id: string): Promise<void> {
  const { tenantId } = ctx.environment
  const grants = await listGrants(ctx.db, { tenantId, userId: null })
  const grant = grants.find((one) => one.id === id)
  const member = grant && (await findMember(ctx.db, tenantId, grant.userId))
  if (member) await requireRoleWithin(ctx, member.role)
  await endListedGrant(ctx, grant)
}
