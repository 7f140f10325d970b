import { audit, type AuditAction } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { readOwnRights, refuseBeyond, refuseForeignScopes } from './rights.ts'
import { countOtherManagers, getApiKey, updateApiKeyStatus, type ApiKeyRow } from './store.ts'

/** What ends an access that somebody may still need is done when that is confirmed. */
interface Ending {
  confirm?: boolean
}

/** Gives back what the key gave, so it takes who could give it. */
export async function activateApiKey(ctx: Context, id: string): Promise<ApiKeyRow> {
  const key = await getApiKey(ctx, id, true)
  if (key.status === 'active') throw new ApiError('already_active')
  if (key.status !== 'inactive') throw refusal(key, 'active')
  refuseBeyond(await readOwnRights(ctx), key)
  return change(ctx, key, { status: 'active', action: 'activated' })
}

export async function deactivateApiKey(
  ctx: Context,
  id: string,
  ending: Ending,
): Promise<ApiKeyRow> {
  const key = await getApiKey(ctx, id, true)
  if (key.status === 'inactive') throw new ApiError('already_inactive')
  if (key.status !== 'active') throw refusal(key, 'inactive')
  await admitEnding(ctx, key, ending)
  return change(ctx, key, { status: 'inactive', action: 'deactivated' })
}

/** Revocation is final; revoking a revoked key changes nothing. */
export async function revokeApiKey(ctx: Context, id: string, ending: Ending): Promise<void> {
  const key = await getApiKey(ctx, id, true)
  if (key.status === 'revoked') return
  await admitEnding(ctx, key, ending)
  await change(ctx, key, { status: 'revoked', action: 'deleted' })
}

/** A tenant does not lock itself out of its environment, or a caller itself, without knowing it. */
async function admitEnding(ctx: Context, key: ApiKeyRow, { confirm }: Ending): Promise<void> {
  refuseForeignScopes(ctx.actor.scopes, key.scopes)
  if (confirm) return
  if (key.status === 'active' && (await isLastManager(ctx, key))) {
    throw new ApiError('last_admin_key', undefined, { param: 'confirm' })
  }
  if (key.id === ctx.actor.credential?.id)
    throw new ApiError('confirmation_required', SELF, { param: 'confirm' })
}

const SELF =
  'This is the key of this request, which ends with it; confirm=true shows that it is meant.'

async function isLastManager(ctx: Context, key: ApiKeyRow): Promise<boolean> {
  const manages = key.scopes.includes('*') || key.scopes.includes('keys:write')
  return manages && (await countOtherManagers(ctx, key)) === 0
}

function refusal(key: ApiKeyRow, wanted: string): ApiError {
  return new ApiError(
    'invalid_state_transition',
    `A ${key.status} key cannot become ${wanted}. Keys go active ↔ inactive, active → rotating → revoked.`,
  )
}

async function change(
  ctx: Context,
  key: ApiKeyRow,
  to: { status: 'active' | 'inactive' | 'revoked'; action: AuditAction },
): Promise<ApiKeyRow> {
  await updateApiKeyStatus(ctx, key, to.status)
  await audit(ctx, {
    action: to.action,
    resourceType: 'api_key',
    resourceId: key.id,
    summary: `API key is ${to.status}`,
    changes: [{ field: 'status', from: key.status, to: to.status }],
  })
  return getApiKey(ctx, key.id)
}
