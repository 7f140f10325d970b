import { audit } from '../../../platform/audit.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { BrowserRequest } from '../../../platform/http/connection/browser.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { hashSecret } from '../../users/link-token.ts'
import { hashPassword } from '../../users/passwords/hash.ts'
import { requireStrongPassword } from '../../users/passwords/strength.ts'
import {
  findOpenInvitation,
  findUser,
  insertUser,
  putMembership,
  useInvitation,
  type OpenInvitation,
} from '../../users/store.ts'
import { getThrottle } from '../../users/throttle.ts'
import { openSession } from '../open.ts'
import { actAs, type Who } from '../session.ts'
import { checkPassword } from '../sign-in.ts'

export interface AcceptInput {
  token: string
  /** Of who has no account yet. */
  name?: string | undefined
  password: string
}

/**
 * Makes the invited person a member, with a new account or, by its password, with the one that the
 * address has; returns the secret of a session.
 */
export async function acceptInvitation(
  ctx: OutsideContext,
  browser: BrowserRequest,
  input: AcceptInput,
): Promise<string> {
  const { house } = ctx
  await getThrottle(house).admit(browser.ip, 'invitation')
  const hash = hashSecret(house, 'invitation', input.token)
  const invitation = await house.database.withSystem((db) => findOpenInvitation(db, hash))
  if (invitation === null) throw new ApiError('invitation_invalid')
  const known = await house.database.withSystem((db) => findUser(db, invitation.email))
  const { email } = invitation
  const who = known
    ? await checkPassword(ctx, browser, { email, password: input.password })
    : await newPerson(input, invitation)
  const acting = actAs(ctx, browser, { who, where: invitation })
  await acting.transaction((own) => join(own, who, invitation))
  return openSession(ctx, { who, browser, hasMfa: false, summary: 'Accepted an invitation' })
}

interface Invited extends Who {
  /** Of an account that is made now. */
  newHash?: string
}

async function newPerson(
  { name, password }: AcceptInput,
  { email, tenantName }: OpenInvitation,
): Promise<Invited> {
  if (name === undefined)
    throw new ApiError('missing_field', 'name is required for a new account.', { param: 'name' })
  await requireStrongPassword(password, [name, email, tenantName])
  return { id: randomUUIDv7(), name, newHash: await hashPassword(password) }
}

async function join(
  ctx: Context,
  { id, name, newHash }: Invited,
  { id: invitationId, tenantId, email, role, brokerId }: OpenInvitation,
): Promise<void> {
  if (!(await useInvitation(ctx.db, invitationId))) throw new ApiError('invitation_invalid')
  if (newHash !== undefined) await insertUser(ctx.db, { id, email, name, passwordHash: newHash })
  await putMembership(ctx.db, { tenantId, userId: id, role, brokerId, createdBy: invitationId })
  const entry = { action: 'created', resourceType: 'membership', resourceId: id } as const
  await audit(ctx, { ...entry, summary: `Joined by invitation as ${role}` })
}
