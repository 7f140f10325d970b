import { audit, type AuditAction } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { countOtherManagers, getApiKey, updateApiKeyStatus, type ApiKeyRow } from './store.ts'

export async function activateApiKey(ctx: Context, id: string): Promise<ApiKeyRow> {
  const key = await getApiKey(ctx, id, true)
  if (key.status === 'active') throw new ApiError('already_active')
  if (key.status !== 'inactive') throw refusal(key, 'active')
  return change(ctx, key, { status: 'active', action: 'activated' })
}

export async function deactivateApiKey(ctx: Context, id: string): Promise<ApiKeyRow> {
  const key = await getApiKey(ctx, id, true)
  if (key.status === 'inactive') throw new ApiError('already_inactive')
  if (key.status !== 'active') throw refusal(key, 'inactive')
  await refuseLastManager(ctx, key)
  return change(ctx, key, { status: 'inactive', action: 'deactivated' })
}

/** Revocation is final; revoking a revoked key changes nothing. */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  const key = await getApiKey(ctx, id, true)
  if (key.status === 'active') await refuseLastManager(ctx, key)
  if (key.status !== 'revoked') await change(ctx, key, { status: 'revoked', action: 'deleted' })
}

/** A tenant must not lock itself out of its environment. */
async function refuseLastManager(ctx: Context, key: ApiKeyRow): Promise<void> {
  const manages = key.scopes.includes('*') || key.scopes.includes('keys:write')
  if (manages && (await countOtherManagers(ctx, key)) === 0) throw new ApiError('last_admin_key')
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
