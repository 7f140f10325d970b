import { expressionProblem } from '../../core/entities/check.ts'
import { formatLabel, toSnake } from '../../core/values/text.ts'
import { createAudit, wireChanges } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { holdName } from '../../platform/db/record-store.ts'
import { duplicateName } from '../../platform/errors/duplicate-name.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { addAttribute, requireSound } from './attributes/define.ts'
import { getEntity } from './find.ts'
import { listEntities, type EntityRecord } from './in-force.ts'
import type { EntityCreate, EntityPatch } from './schemas.ts'
import { countOverrides, deleteEntity, upsertEntity } from './store.ts'

const auditChange = createAudit('entity')

/** Every entity is resolved for every submission whose values are read. */
const OWN_ENTITIES_MAX = 100

/** What a tenant may change of a built-in entity. */
const LAYER_FIELDS = ['label', 'description', 'order']

const FIELDS = ['label', 'description', 'cardinality', 'identityAttributes', 'order']

/** Throws `duplicate_name`, `too_many`, `attribute_not_found` and what its attributes throw. */
export async function createEntity(ctx: Context, input: EntityCreate): Promise<EntityRecord> {
  await holdName(ctx, 'entities')
  const created = await addEntity(ctx, input)
  await requireSound(ctx)
  const summary = `Entity ${input.name} created`
  await auditChange(ctx, { action: 'created', id: created.id, summary })
  return created
}

/** Writes the entity and its attributes; the caller checks expressions once all of them stand. */
export async function addEntity(ctx: Context, input: EntityCreate): Promise<EntityRecord> {
  const { name, attributes = [], ...rest } = input
  const entities = await listEntities(ctx)
  const holder = entities.find((each) => each.name === name)
  if (holder) throw duplicateName('entity', name, { existingId: holder.id })
  if (entities.filter(({ isBuiltin }) => !isBuiltin).length >= OWN_ENTITIES_MAX)
    throw new ApiError('too_many', `A tenant has at most ${OWN_ENTITIES_MAX} entities of its own.`)
  const id = randomUUIDv7()
  await upsertEntity(ctx, {
    id,
    name,
    isBuiltin: false,
    body: { label: formatLabel(name), ...rest },
  })
  for (const [index, attribute] of attributes.entries()) {
    const param = `attributes[${index}].`
    await addAttribute(ctx, await getEntity(ctx, id), { input: attribute, param })
  }
  const created = await getEntity(ctx, id)
  requireIdentity(created)
  return created
}

/** Throws `entity_not_found`, `builtin_immutable`, `attribute_not_found`, `version_conflict`. */
export async function changeEntity(
  ctx: Context,
  ref: string,
  { patch, check }: { patch: EntityPatch; check: MatchCheck<EntityRecord> },
): Promise<EntityRecord> {
  await holdName(ctx, 'entities')
  const before = await getEntity(ctx, ref)
  await check(before)
  const after = await updateEntity(ctx, before, patch)
  await requireSound(ctx)
  await auditChange(ctx, {
    action: 'updated',
    id: after.id,
    summary: `Entity ${after.name} changed`,
    changes: entityChanges(before, after),
  })
  return after
}

/** What differs between two states of an entity, without its attributes. */
export function entityChanges(before: EntityRecord, after: EntityRecord) {
  return wireChanges(before, after, FIELDS)
}

/** Writes what a patch sets. */
export async function updateEntity(
  ctx: Context,
  before: EntityRecord,
  patch: EntityPatch,
): Promise<EntityRecord> {
  const { id, name, isBuiltin } = before
  if (isBuiltin) refuseBeyondLayer(patch)
  await upsertEntity(ctx, { id, name, isBuiltin, body: patch })
  const after = await getEntity(ctx, id)
  requireIdentity(after)
  return after
}

/** Throws `entity_not_found`, `builtin_immutable`, `resource_in_use`. */
export async function removeEntity(
  ctx: Context,
  ref: string,
  check: MatchCheck<EntityRecord>,
): Promise<string> {
  await holdName(ctx, 'entities')
  const entity = await getEntity(ctx, ref)
  await check(entity)
  const { id, name, isBuiltin } = entity
  if (isBuiltin) throw new ApiError('builtin_immutable', `${name} is a built-in entity.`)
  const count = await countOverrides(ctx, { entity: name, attribute: null })
  if (count > 0)
    throw new ApiError('resource_in_use', `Values of ${name} are set by hand: ${count} of them.`)
  await deleteEntity(ctx, id)
  // Expressions of other entities may name attributes of the one that goes.
  const problem = expressionProblem(await listEntities(ctx))
  if (problem !== null) throw new ApiError('resource_in_use', `${name} is in use. ${problem}`)
  await auditChange(ctx, { action: 'deleted', id: id, summary: `Entity ${name} deleted` })
  return id
}

function requireIdentity({ name, identityAttributes, attributes }: EntityRecord): void {
  const missing = identityAttributes.find((own) => !attributes.some((each) => each.name === own))
  if (missing === undefined) return
  const message = `${name} has no attribute ${missing} to identify its records by.`
  throw new ApiError('invalid_enum', message, { param: 'identity_attributes' })
}

function refuseBeyondLayer(patch: EntityPatch): void {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  const other = given.find(([field]) => !LAYER_FIELDS.includes(field))
  if (other === undefined) return
  const message = `Of a built-in entity only ${LAYER_FIELDS.join(', ')} can be changed.`
  throw new ApiError('builtin_immutable', message, { param: toSnake(other[0]) })
}
