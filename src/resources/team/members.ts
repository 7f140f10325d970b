import type { Role } from '../../core/values/access/roles.ts'
import { audit, wireChanges } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { requireRoleWithin } from './own-role.ts'
import { readPlace, type Place } from './place.ts'
import { changeMembership, findMember, type Member } from './store.ts'

/** Throws `member_not_found`. */
export async function getMember(ctx: Context, id: string): Promise<Member> {
  const member = await findMember(ctx.db, ctx.environment.tenantId, id)
  if (member === null) throw new ApiError('member_not_found')
  return member
}

/** Throws `member_not_found`, `role_above_own`, `last_owner` or `missing_field`. */
export async function changeRole(
  ctx: Context,
  id: string,
  wanted: { role: Role; brokerId?: string | undefined },
): Promise<Member> {
  const member = await getMember(ctx, id)
  const place = readPlace(wanted, member)
  const { role } = place
  await requireRoleWithin(ctx, member.role)
  await requireRoleWithin(ctx, role)
  await change(ctx, member, place)
  const entry = { action: 'updated', resourceType: 'membership', resourceId: id } as const
  const changes = wireChanges(member, place, ['role', 'brokerId'])
  await audit(ctx, { ...entry, summary: `Role changed to ${role}`, changes })
  return { ...member, ...place }
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
async function change(ctx: Context, { id }: Member, place: Place | null): Promise<void> {
  const { tenantId } = ctx.environment
  const isDone = await changeMembership(ctx.db, { tenantId, userId: id }, place)
  if (!isDone) throw new ApiError('last_owner')
  ctx.db.afterCommit(() => ctx.house.forgetApiKeys())
}
