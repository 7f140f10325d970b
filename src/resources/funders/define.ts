import { toSnake } from '../../core/values/text.ts'
import { createAudit, wireChanges } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { holdName } from '../../platform/db/record-store.ts'
import { duplicateName } from '../../platform/errors/duplicate-name.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { mergeMetadata } from '../../platform/wire/metadata.ts'
import { auditedConfig, toStoredConfig } from './api-config.ts'
import { getFunder, listFunders, type FunderRecord } from './find.ts'
import type { FunderCreate, FunderPatch } from './schemas.ts'
import { deleteFunder, statsByFunder, upsertFunder, type FunderBody } from './store.ts'

const auditChange = createAudit('funder')

/** A tenant cannot change who a funder of the registry is. */
const OF_REGISTRY = ['name', 'legalName', 'kind', 'descriptors']

const FIELDS = [
  'name', 'legalName', 'aliases', 'descriptors', 'kind', 'website', 'contacts',
  'submissionChannel', 'submissionEmail', 'apiConfig', 'offerSource', 'isActive', 'products', 'regions',
  'logoUrl', 'notes', 'defaults', 'metadata',
] // prettier-ignore

/**
 * Throws `duplicate_name`, `too_many`, `too_long`, and for `api_config` `invalid_url`,
 * `url_not_allowed`, `invalid_format`.
 */
export async function createFunder(ctx: Context, input: FunderCreate): Promise<FunderRecord> {
  await holdName(ctx, 'funders')
  await refuseTaken(ctx, input.name, null)
  const id = randomUUIDv7()
  const { name, metadata } = input
  await upsertFunder(ctx, {
    id,
    name,
    isGlobal: false,
    metadata: mergeMetadata({}, metadata ?? {}),
    ...toStoredBody(ctx, id, input),
  })
  await auditChange(ctx, { action: 'created', id: id, summary: `Funder ${name} created` })
  return getFunder(ctx, id)
}

/**
 * Throws `funder_not_found`, `builtin_immutable`, `duplicate_name`, `version_conflict`, and for
 * `api_config` `invalid_url`, `url_not_allowed`, `invalid_format`.
 */
export async function changeFunder(
  ctx: Context,
  id: string,
  { patch, check }: { patch: FunderPatch; check: MatchCheck<FunderRecord> },
): Promise<FunderRecord> {
  await holdName(ctx, 'funders')
  const before = await getFunder(ctx, id)
  await check(before)
  if (before.isGlobal) refuseRegistry(patch)
  const { name = before.name, metadata } = patch
  if (name !== before.name) await refuseTaken(ctx, name, before.id)
  await upsertFunder(ctx, {
    id: before.id,
    name,
    isGlobal: before.isGlobal,
    metadata: metadata && mergeMetadata(before.metadata, metadata),
    ...toStoredBody(ctx, before.id, patch),
  })
  const after = await getFunder(ctx, before.id)
  await auditChange(ctx, {
    action: 'updated',
    id: after.id,
    summary: `Funder ${after.name} changed`,
    changes: wireChanges(maskForAudit(before), maskForAudit(after), FIELDS),
  })
  return after
}

/** Its policies go with it. Throws `funder_not_found`, `builtin_immutable`, `resource_in_use`. */
export async function removeFunder(
  ctx: Context,
  id: string,
  check: MatchCheck<FunderRecord>,
): Promise<string> {
  await holdName(ctx, 'funders')
  const funder = await getFunder(ctx, id)
  await check(funder)
  const { name } = funder
  if (funder.isGlobal) throw new ApiError('builtin_immutable', `${name} is a registry funder.`)
  const linked = (await statsByFunder(ctx)).get(funder.id)?.linked ?? 0
  if (linked > 0) throw new ApiError('resource_in_use', `${linked} submissions went to ${name}.`)
  await deleteFunder(ctx, funder.id)
  await auditChange(ctx, { action: 'deleted', id: funder.id, summary: `Funder ${name} deleted` })
  return funder.id
}

/** A registry funder gets a row once a tenant adds something to it. */
export async function keepFunder(
  ctx: Context,
  { id, name, isGlobal }: FunderRecord,
): Promise<void> {
  if (isGlobal) await upsertFunder(ctx, { id, name, isGlobal, body: {} })
}

/** What of a request is stored beside name and metadata. */
function toStoredBody(
  ctx: Context,
  id: string,
  { name: _name, metadata: _metadata, apiConfig: configPatch, ...rest }: FunderPatch,
): { body: FunderBody; apiHeadersSealed?: string | null } {
  const { apiHeadersSealed, ...config } = toStoredConfig(ctx, id, configPatch)
  return { body: { ...rest, ...config } as FunderBody, apiHeadersSealed }
}

function maskForAudit(funder: FunderRecord): object {
  return { ...funder, apiConfig: auditedConfig(funder.apiConfig) }
}

async function refuseTaken(ctx: Context, name: string, self: string | null): Promise<void> {
  const wanted = name.toLowerCase()
  const holder = (await listFunders(ctx)).find(
    (each) => each.id !== self && each.name.toLowerCase() === wanted,
  )
  if (!holder) return
  throw duplicateName('funder', name, { existingId: holder.id })
}

function refuseRegistry(patch: FunderPatch): void {
  const field = OF_REGISTRY.find((name) => patch[name as keyof FunderPatch] !== undefined)
  if (field === undefined) return
  const message = `${OF_REGISTRY.map(toSnake).join(', ')} of a registry funder cannot be changed.`
  throw new ApiError('builtin_immutable', message, { param: toSnake(field) })
}
