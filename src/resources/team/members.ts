import type { Role } from '../../core/values/access/roles.ts'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { requireRoleWithin } from './own-role.ts'
import { changeMembership, findMember, type Member } from './store.ts'

/** Throws `member_not_found`. */
export async function getMember(ctx: Context, id: string): Promise<Member> {
  const member = await findMember(ctx.db, ctx.environment.tenantId, id)
  if (member === null) throw new ApiError('member_not_found')
  return member
}

/** Throws `member_not_found`, `role_above_own` or `last_owner`. */
export async function changeRole(ctx: Context, id: string, role: Role): Promise<Member> {
  const member = await getMember(ctx, id)
  await requireRoleWithin(ctx, member.role)
  await requireRoleWithin(ctx, role)
  await change(ctx, member, role)
  const entry = { action: 'updated', resourceType: 'membership', resourceId: id } as const
  const changes = [{ field: 'role', from: member.role, to: role }]
  await audit(ctx, { ...entry, summary: `Role changed to ${role}`, changes })
  return { ...member, role }
}

/** Whoever leaves keeps the account, and what it did stays in the log. */
export async function removeMember(ctx: Context, id: string): Promise<void> {
  const member = await getMember(ctx, id)
  if (ctx.actor.id !== id) await requireRoleWithin(ctx, member.role)
  await change(ctx, member, null)
  const entry = { action: 'deleted', resourceType: 'membership', resourceId: id } as const
  await audit(ctx, { ...entry, summary: 'Left the organization' })
}

/** A token of the member is read anew, so that what it may do changes at once. */
async function change(ctx: Context, { id }: Member, role: Role | null): Promise<void> {
  const { tenantId } = ctx.environment
  const isDone = await changeMembership(ctx.db, { tenantId, userId: id, role })
  if (!isDone) throw new ApiError('last_owner')
  ctx.db.afterCommit(() => ctx.house.forgetApiKeys())
}
