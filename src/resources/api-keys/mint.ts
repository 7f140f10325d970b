import { ROLE_SCOPES } from '../../core/values/access/roles.ts'
import { audit } from '../../platform/audit.ts'
import type { Context, Mode } from '../../platform/context.ts'
import { formatKeyHint, mintApiKey } from '../../platform/crypto/api-key.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { parseIpRange } from '../../platform/egress/ip-ranges.ts'
import { readAllowlist, readOwnRights, refuseBeyond, type Rights } from './rights.ts'
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
 * Creates a key for the caller's tenant. A test key creates test keys only, and a key gives only
 * what it has itself: scopes, life and addresses; what is left out is as the caller's.
 */
export async function createApiKey(
  ctx: Context,
  input: ApiKeyInput,
): Promise<ApiKeyRow & { key: string }> {
  const mode = input.mode ?? ctx.environment.mode
  if (mode === 'live' && ctx.environment.mode === 'test') throw new ApiError('live_key_required')
  const own = await readOwnRights(ctx)
  const { scopes = [...own.scopes], expiresAt = own.expiresAt } = input
  const ipAllowlist = readAllowlist(input.ipAllowlist ?? own.ipAllowlist)
  refusePast(ctx, expiresAt)
  refuseBeyond(own, { scopes, ipAllowlist, expiresAt })
  return mint(ctx, { ...input, mode, scopes, ipAllowlist, expiresAt, brokerId: null })
}

/** Creates a key for a broker, in the caller's mode: it gives what is the broker's and no more. */
export async function createBrokerKey(
  ctx: Context,
  brokerId: string,
  input: Pick<ApiKeyInput, 'name' | 'expiresAt'>,
): Promise<ApiKeyRow & { key: string }> {
  const { mode } = ctx.environment
  const own = await readOwnRights(ctx)
  const { name, expiresAt = own.expiresAt } = input
  const rights = { scopes: ROLE_SCOPES.broker, ipAllowlist: own.ipAllowlist, expiresAt }
  refusePast(ctx, expiresAt)
  refuseBeyond(own, rights)
  // Where the lender may call from says nothing of where its brokers are.
  const ipAllowlist = ctx.actor.brokerId === brokerId ? own.ipAllowlist : []
  return mint(ctx, { ...rights, name, mode, ipAllowlist, brokerId })
}

/** Creates a key with the same rights; the old one is accepted until its grace period ends. */
export async function rotateApiKey(
  ctx: Context,
  id: string,
  graceHours: number,
): Promise<ApiKeyRow & { key: string }> {
  const old = await getApiKey(ctx, id, true)
  refuseRotation(ctx, old)
  const { name, mode, scopes, ipAllowlist, expiresAt, metadata, brokerId } = old
  refuseBeyond(await readOwnRights(ctx), old)
  const rights = { scopes, ipAllowlist, expiresAt }
  const minted = await mint(ctx, { ...rights, name, mode, metadata, brokerId }, old.id)
  await updateRotation(ctx, old, { rotatedTo: minted.id, graceHours })
  await audit(ctx, {
    action: 'rotated',
    resourceType: 'api_key',
    resourceId: old.id,
    summary: `API key rotated, grace ${graceHours} h`,
  })
  return minted
}

/** The new key would be dead from the first day. */
function refuseRotation(ctx: Context, old: ApiKeyRow): void {
  const isExpired = old.expiresAt !== null && Date.parse(old.expiresAt) <= ctx.house.now()
  const unusable = old.ipAllowlist.find((entry) => parseIpRange(entry) === null)
  if (old.status !== 'active' && old.status !== 'inactive') {
    throw refusal(`A ${old.status} key cannot be rotated; only active and inactive ones can.`)
  }
  if (isExpired) throw refusal('An expired key cannot be rotated; create a new one.')
  if (unusable !== undefined) {
    throw refusal(`Its ip_allowlist has ${unusable}, which is no IP address; create a new key.`)
  }
}

function refusal(message: string): ApiError {
  return new ApiError('invalid_state_transition', message)
}

function refusePast(ctx: Context, expiresAt: string | null): void {
  if (expiresAt === null || Date.parse(expiresAt) > ctx.house.now()) return
  const message = 'expires_at must be in the future; null is never.'
  throw new ApiError('out_of_range', message, { param: 'expires_at' })
}

async function mint(
  ctx: Context,
  input: Rights & Pick<ApiKeyInput, 'name' | 'metadata'> & { mode: Mode; brokerId: string | null },
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
    scopes: [...input.scopes],
    ipAllowlist: [...input.ipAllowlist],
    expiresAt: input.expiresAt,
    rotatedFrom,
    createdBy: ctx.actor.id,
    brokerId: input.brokerId,
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
