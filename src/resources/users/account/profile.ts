import { audit, wireChanges } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { getUser, holdUser, setPassword, updateProfile, type Profile } from '../store.ts'

/** Throws `session_expired` for a person who is gone. */
export async function getProfile(ctx: Context, userId: string): Promise<Profile> {
  const profile = await getUser(ctx.db, userId)
  if (profile === null) throw new ApiError('session_expired')
  return profile
}

export async function changeProfile(
  ctx: Context,
  userId: string,
  change: { name?: string | undefined; locale?: string | null | undefined },
): Promise<Profile> {
  await holdUser(ctx.db, userId)
  const before = await getProfile(ctx, userId)
  const { name = before.name, locale = before.locale } = change
  await updateProfile(ctx.db, { id: userId, name, locale })
  const changes = wireChanges(before, { name, locale })
  const entry = { action: 'updated', resourceType: 'user', resourceId: userId } as const
  await audit(ctx, { ...entry, summary: 'Changed the profile', changes })
  return { ...before, name, locale }
}

/** Ends every other session of the person. */
export async function changePassword(
  ctx: Context,
  userId: string,
  { hash, keptSession }: { hash: string; keptSession: string },
): Promise<void> {
  await setPassword(ctx.db, { id: userId, hash, keptSession })
  const entry = { action: 'updated', resourceType: 'user', resourceId: userId } as const
  await audit(ctx, { ...entry, summary: 'Changed the password' })
}
