import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { requireRecentOwner } from '../sessions/signed-in.ts'
import { resetFactors } from '../users/factors/store.ts'
import { listMemberships } from '../users/store.ts'
import { sendAfterCommit } from './mail.ts'
import { getMember } from './members.ts'
import { requireRoleWithin } from './own-role.ts'
import type { Member } from './store.ts'

/**
 * Takes the second factors of a member who has lost them; every session of theirs ends. Throws
 * `member_not_found`, `role_above_own` or `member_elsewhere`.
 */
export async function takeFactors(ctx: Context, id: string): Promise<Member> {
  const member = await getMember(ctx, id)
  await requireRoleWithin(ctx, member.role)
  // Factors are the person's, in every organization: nobody weakens one that is not theirs.
  if ((await listMemberships(ctx.db, id)).length > 1) throw new ApiError('member_elsewhere')
  await noteReset(ctx, member, await resetFactors(ctx.db, id))
  ctx.db.afterCommit(() => ctx.house.forgetApiKeys())
  return { ...member, hasMfa: false }
}

/** The same for who acts with a token. Throws `reauthentication_required` too. */
export async function resetFactorsOfMember(ctx: Context, id: string): Promise<Member> {
  await requireRecentOwner(ctx)
  return takeFactors(ctx, id)
}

/** In the log of the organization, and by mail to the person, who may know nothing of it. */
export async function noteReset(
  ctx: Context,
  { id, email }: Pick<Member, 'id' | 'email'>,
  count: number,
): Promise<void> {
  const entry = { action: 'updated', resourceType: 'membership', resourceId: id } as const
  await audit(ctx, { ...entry, summary: `Removed the second factors of the person: ${count}` })
  if (count === 0) return
  sendAfterCommit(ctx, {
    to: email,
    subject: 'Your second factor for Assay was removed',
    text: [
      'Somebody who manages your organization has removed your authenticator apps, passkeys and recovery codes.',
      'You are signed out everywhere. Sign in with your password and add a second factor again:',
      `${ctx.house.config.publicUrl}/account`,
      'If you did not request it, change your password and speak to an owner of your organization.',
    ].join('\n\n'),
  })
}
