import { isRoleWithin, type Role } from '../../core/values/access/roles.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { findMember } from './store.ts'

/**
 * Throws `role_above_own` when the caller may not give or take a role: nobody has power over more
 * than they hold. The command line and a key with every scope stand for an owner, other keys for an
 * administrator.
 */
export async function requireRoleWithin(ctx: Context, role: Role): Promise<void> {
  const own = await findOwnRole(ctx)
  if (own !== null && isRoleWithin(role, own)) return
  throw new ApiError('role_above_own', `Your role ${own ?? 'none'} has no power over ${role}.`, {
    param: 'role',
  })
}

async function findOwnRole({ db, actor, environment }: Context): Promise<Role | null> {
  if (actor.type === 'system') return 'owner'
  if (actor.type === 'api_key') return actor.scopes.includes('*') ? 'owner' : 'admin'
  if (actor.id === null) return null
  return (await findMember(db, environment.tenantId, actor.id))?.role ?? null
}
