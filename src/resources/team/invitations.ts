import type { Role } from '../../core/values/access/roles.ts'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { hashSecret, mintLinkToken } from '../users/link-token.ts'
import { findTenant, findUser, listMemberships } from '../users/store.ts'
import { sendAfterCommit } from './mail.ts'
import { requireRoleWithin } from './own-role.ts'
import { readPlace } from './place.ts'
import { findInvitation, insertInvitation, revokeInvitation, type Invitation } from './store.ts'

const LIFE_SECONDS = 7 * 24 * 60 * 60

export interface Invited extends Invitation {
  /** Shown only here; whoever has it can join. */
  inviteUrl: string
  /** Whether it was sent by mail as well. */
  isSent: boolean
}

/**
 * Invites an address to the organization of the caller; the link is sent when mail can be. Throws
 * `already_member`, `role_above_own`, `missing_field`.
 */
export async function invite(
  ctx: Context,
  { email, ...wanted }: { email: string; role: Role; brokerId?: string | undefined },
): Promise<Invited> {
  const { house, db, actor, environment } = ctx
  const place = readPlace(wanted)
  const { tenantId } = environment
  await requireRoleWithin(ctx, place.role)
  const known = await findUser(db, email)
  const memberships = known ? await listMemberships(db, known.id) : []
  if (memberships.some((one) => one.tenantId === tenantId)) throw new ApiError('already_member')
  const id = randomUUIDv7()
  const token = mintLinkToken()
  const tokenHash = hashSecret(house, 'invitation', token)
  const createdBy = actor.id ?? actor.name
  await insertInvitation(db, {
    id,
    tenantId,
    email,
    ...place,
    tokenHash,
    createdBy,
    seconds: LIFE_SECONDS,
  })
  const entry = { action: 'created', resourceType: 'invitation', resourceId: id } as const
  await audit(ctx, { ...entry, summary: `Invited as ${place.role}` })
  const inviteUrl = `${house.config.publicUrl}/invitation#${token}`
  const { canSend } = house.mailer
  if (canSend) await send(ctx, email, inviteUrl)
  return { ...(await findInvitation(db, tenantId, id))!, inviteUrl, isSent: canSend }
}

async function send(ctx: Context, to: string, link: string): Promise<void> {
  const tenant = await findTenant(ctx.db, ctx.environment.tenantId)
  sendAfterCommit(ctx, {
    to,
    subject: `Join ${(tenant?.name ?? 'the team').replaceAll(/\s+/g, ' ')} on Assay`,
    text: `You are invited. The link works once, within seven days:\n\n${link}\n`,
  })
}

/** Throws `invitation_not_found` for one that is not open. */
export async function withdrawInvitation(ctx: Context, id: string): Promise<void> {
  if (!(await revokeInvitation(ctx.db, ctx.environment.tenantId, id)))
    throw new ApiError('invitation_not_found')
  const entry = { action: 'deleted', resourceType: 'invitation', resourceId: id } as const
  await audit(ctx, { ...entry, summary: 'Withdrew an invitation' })
}
