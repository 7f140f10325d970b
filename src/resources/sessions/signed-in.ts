import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Owner } from '../users/account/factors.ts'
import { getProfile } from '../users/account/profile.ts'
import { isRecent } from './store.ts'

interface Signed {
  owner: Owner
  sessionId: string
}

/** Who acts; routes of people are closed to all others. */
export async function readOwner(ctx: Context): Promise<Signed> {
  const { userId, credential } = ctx.actor
  if (userId === null || credential === null) throw new ApiError('user_required')
  return { owner: await getProfile(ctx, userId), sessionId: credential.id }
}

/** The same within ten minutes of a password or factor; else `reauthentication_required`. */
export async function requireRecentOwner(ctx: Context): Promise<Signed> {
  const signed = await readOwner(ctx)
  if (!(await isRecent(ctx.db, signed.sessionId, signed.owner.id)))
    throw new ApiError('reauthentication_required')
  return signed
}
