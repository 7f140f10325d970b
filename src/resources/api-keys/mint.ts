import { audit } from '../../platform/audit.ts'
import type { Context, Mode } from '../../platform/context.ts'
import { formatKeyHint, mintApiKey } from '../../platform/crypto/api-key.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import {
  findSiblingEnvironment,
  getApiKey,
  insertApiKey,
  updateRotation,
  type ApiKeyRow,
} from './store.ts'
import type { ApiKeyCreate } from './schemas.ts'
import type { Body } from '../../platform/route.ts'

export type ApiKeyInput = Body<typeof ApiKeyCreate>

/**
 * Creates a key for the caller's tenant. A test key creates test keys only, and a key grants only
 * scopes that it holds itself.
 */
export async function createApiKey(
  ctx: Context,
  input: ApiKeyInput,
): Promise<ApiKeyRow & { key: string }> {
  const mode = input.mode ?? ctx.environment.mode
  if (mode === 'live' && ctx.environment.mode === 'test') throw new ApiError('live_key_required')
  const scopes = input.scopes ?? [...ctx.actor.scopes]
  refuseForeignScopes(ctx.actor.scopes, scopes)
  return mint(ctx, { ...input, mode, scopes })
}

/** Creates a key with the same scopes; the old one is accepted until its grace period ends. */
export async function rotateApiKey(
  ctx: Context,
  id: string,
  graceHours: number,
): Promise<ApiKeyRow & { key: string }> {
  const old = await getApiKey(ctx, id, true)
  if (old.status !== 'active' && old.status !== 'inactive') {
    throw new ApiError(
      'invalid_state_transition',
      `A ${old.status} key cannot be rotated; only active and inactive ones can.`,
    )
  }
  const { name, mode, scopes, ipAllowlist, expiresAt, metadata } = old
  refuseForeignScopes(ctx.actor.scopes, scopes)
  const minted = await mint(ctx, { name, mode, scopes, ipAllowlist, expiresAt, metadata }, old.id)
  await updateRotation(ctx, old, { rotatedTo: minted.id, graceHours })
  await audit(ctx, {
    action: 'rotated',
    resourceType: 'api_key',
    resourceId: old.id,
    summary: `API key rotated, grace ${graceHours} h`,
  })
  return minted
}

async function mint(
  ctx: Context,
  input: ApiKeyInput & { mode: Mode; scopes: string[] },
  rotatedFrom: string | null = null,
): Promise<ApiKeyRow & { key: string }> {
  const { mode } = input
  const key = mintApiKey(mode)
  const id = randomUUIDv7()
  const environmentId =
    mode === ctx.environment.mode ? ctx.environment.id : await findSiblingEnvironment(ctx, mode)
  await insertApiKey(ctx, {
    environmentId,
    id,
    keyHash: ctx.house.apiKeys.hash(key),
    name: input.name,
    mode,
    hint: formatKeyHint(key),
    scopes: input.scopes,
    ipAllowlist: input.ipAllowlist ?? [],
    expiresAt: input.expiresAt ?? null,
    rotatedFrom,
    createdBy: ctx.actor.id,
    metadata: input.metadata ?? {},
  })
  await audit(ctx, {
    action: 'created',
    resourceType: 'api_key',
    resourceId: id,
    summary: `${mode} API key created`,
  })
  return { ...(await getApiKey(ctx, id)), key }
}

function refuseForeignScopes(held: readonly string[], wanted: readonly string[]): void {
  const missing = held.includes('*') ? undefined : wanted.find((scope) => !held.includes(scope))
  if (missing !== undefined) {
    throw new ApiError(
      'insufficient_scope',
      `Your key lacks ${missing} and cannot give it to another.`,
      { param: 'scopes' },
    )
  }
}
