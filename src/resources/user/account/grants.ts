import type { Context } from '../../../platform/context.ts'
import { endListedGrant } from '../../records/people/grants/end.ts'
import { listGrants, type ListedGrant } from '../../records/people/grants/store.ts'
import { readOwner } from '../../sessions/signed-in.ts'

/** The programs that act for the person in this organization, in both modes. */
export async function listOwnGrants(ctx: Context): Promise<ListedGrant[]> {
  const { owner } = await readOwner(ctx)
  return listGrants(ctx.db, { tenantId: ctx.environment.tenantId, userId: owner.id })
}

/** Ends what a program may do for the person. Throws `grant_not_found`. */
export async function endOwnGrant(ctx: Context, id: string): Promise<void> {
  const { owner } = await readOwner(ctx)
  await endGrantOfUser(ctx, owner.id, id)
}

/** The same for a person whose page it is. */
export async function endGrantOfUser(ctx: Context, userId: string, id: string): Promise<void> {
  const grants = await listGrants(ctx.db, { tenantId: ctx.environment.tenantId, userId })
  await endListedGrant(
    ctx,
    grants.find((one) => one.id === id),
  )
}
